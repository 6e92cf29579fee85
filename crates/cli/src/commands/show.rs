//! `omoide show`: all there is to see of one memory.

use omoide::{Details, Place};
use omoide_home::lang::say;
use omoide_server::wire::MemoryDetails;

use crate::context::CommandContext;
use crate::table::labelled;
use crate::telling;
use crate::vocabulary::{CATEGORIES, KINDS, SOURCES};
use crate::width::{one_line, set_in};

/// What `show` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either.
    #[arg(value_name = "ID")]
    id: String,
}

/// Shows.
///
/// # Errors
/// When there is no such memory, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let details = context.mind().details(&args.id)?;
    // What has no thread has a place of its own.
    let alone = details.memory.id.to_string();
    let place = context.mind().place_of(details.memory.origin.thread.as_deref().unwrap_or(&alone))?;
    if context.json {
        return context.print_json(&MemoryDetails::of(&details, place.as_ref()));
    }
    context.print(&in_words(&details, place.as_ref(), context))
}

fn in_words(details: &Details, place: Option<&Place>, context: &CommandContext) -> String {
    let lang = context.lang;
    let memory = &details.memory;
    let (shown, retention) = (&memory.shown, memory.life.retention());
    let kept = retention.decay_coefficient * 100.0;
    let yes_no = |is: bool| if is { lang.pick("yes", "はい") } else { lang.pick("no", "いいえ") }.to_owned();
    let text_at = |text: &str| set_in(text, 16);
    let mut lines = vec![
        (lang.pick("id", "ID"), memory.id.to_string()),
        (lang.pick("mind", "マインド"), memory.mind.to_string()),
        (lang.pick("kind", "種類"), KINDS.read(memory.kind.name(), lang).to_owned()),
        (lang.pick("created", "日時"), memory.created.to_string()),
        (lang.pick("person", "人"), memory.origin.person.clone()),
        (lang.pick("source", "出どころ"), SOURCES.read(memory.origin.source.name(), lang).to_owned()),
        (lang.pick("level", "レベル"), telling::level(shown.level, lang)),
        (lang.pick("retention", "保持スコア"), format!("{:.1}", retention.retention_score)),
        (
            lang.pick("fading", "薄れ方"),
            say!(
                lang,
                "{kept:.1}% is left after each day, feels {:.1} days old, recalled before {} nights",
                "1日ごとに{kept:.1}%が残る。体感で{:.1}日前。思い出したあとの夜間処理{}回",
                retention.memory_days,
                retention.recall_count
            ),
        ),
        (lang.pick("feeling", "感情"), telling::feeling(memory, lang)),
        (lang.pick("category", "カテゴリ"), CATEGORIES.read(memory.category.name(), lang).to_owned()),
        (lang.pick("keywords", "キーワード"), memory.keywords.join(", ")),
        (lang.pick("protected", "保護"), yes_no(shown.protected)),
    ];
    if !memory.tags.is_empty() {
        lines.push((lang.pick("tags", "タグ"), memory.tags.join(", ")));
    }
    if let Some(by) = &details.analysed_by {
        lines.push((lang.pick("understood by", "解釈したモデル"), by.clone()));
    }
    if let Some(thread) = &memory.origin.thread {
        lines.insert(5, (lang.pick("thread", "会話"), thread.clone()));
    }
    for (name, told) in details.turn.iter().flat_map(|turn| telling::hearing(turn, lang)) {
        lines.push((name, told));
    }
    if let Some(place) = place {
        let parts = [&place.project, &place.branch, &place.host].into_iter().flatten();
        let told = parts.map(|part| one_line(part)).collect::<Vec<_>>().join(", ");
        lines.insert(6, (lang.pick("place", "場所"), told));
    }
    if let Some(at) = shown.archived_at {
        let by_hand = if shown.is_put_away() { lang.pick(" (by hand)", "（手動）") } else { "" };
        lines.push((lang.pick("archived at", "アーカイブ"), format!("{at}{by_hand}")));
    }
    if shown.revival.is_asked() {
        lines.push((lang.pick("waits to come back", "復活待ち"), yes_no(true)));
    }
    for (span, newer) in &details.supersessions.by {
        lines.push((lang.pick("replaced", "置き換え"), telling::superseded(span, &newer.handle, lang)));
    }
    for older in &details.supersessions.of {
        lines.push((lang.pick("replaces", "この記憶が置き換えたもの"), telling::hit_line(older, 16, lang)));
    }
    lines.push((lang.pick("trigger", "きっかけ"), text_at(&memory.text.trigger)));
    if !memory.text.content.is_empty() {
        lines.push((lang.pick("content", "内容"), text_at(&memory.text.content)));
    }
    if let Some(heard) = details.turn.as_ref().and_then(|turn| turn.heard_until) {
        let told = say!(lang, "interrupted after {heard} characters", "{heard}文字で途中で終わった");
        lines.push((lang.pick("reply", "返答"), told));
    }
    if let Some((text, by)) = &details.in_short {
        lines.push((lang.pick("in short", "要約"), format!("{} ({by})", text_at(text))));
    }
    if let Some((session, by)) = &details.session {
        lines.push((lang.pick("session", "セッション"), format!("{} ({by})", text_at(&session.content))));
        let points = [
            (lang.pick("settled", "決まったこと"), &session.resolved),
            (lang.pick("to do", "やること"), &session.tasks),
        ];
        for (name, points) in points.into_iter().filter(|(_, points)| !points.is_empty()) {
            lines.push((name, text_at(&points.join("; "))));
        }
    }
    if details.versions.len() > 1 {
        let versions = details.versions.len();
        let handle = &memory.handle;
        lines.push((
            lang.pick("versions", "版"),
            say!(
                lang,
                "{versions}; see them with: omoide history {handle} --texts",
                "{versions}。見るには：omoide history {handle} --texts"
            ),
        ));
    }
    let mut text = format!("{}\n{}", context.style.bold(&memory.handle), labelled(&lines));
    for neighbour in &details.related {
        let arrow = if neighbour.is_reverse { "←" } else { "→" };
        let why = telling::relation(neighbour.kind, lang);
        text.push_str(&format!("\n  {arrow} {why}: {}", telling::hit_line(&neighbour.memory, 4, lang)));
    }
    text
}
