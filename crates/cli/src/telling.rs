//! How memories are told to a person: the line, the feeling, the names of things in both languages.

use omoide::{ClockDoubt, Portion, source_mark};
use omoide_core::{
    ConnectionKind, Emotion, EndedSpan, Level, Memory, Moment, RelationType, SupersededSpan, TieKind, Valence,
};
use omoide_home::lang::{Lang, say};

use crate::vocabulary::FEELINGS;
use crate::width::{one_line, set_in};

/// Both halves of a memory's text, on one line.
pub fn text_line(memory: &Memory) -> String {
    one_line(&halves(memory))
}

/// `[date][L1] handle trigger → content`, further lines set in.
pub fn hit_line(memory: &Memory, in_by: usize, lang: Lang) -> String {
    line_of(memory, &halves(memory), in_by, lang)
}

/// The same of what there is room for, with the command that reads the rest.
pub fn portion_line(portion: &Portion<'_>, in_by: usize, lang: Lang) -> String {
    let line = line_of(portion.memory, &portion.text, in_by, lang);
    let command = portion.command();
    if portion.is_whole {
        line
    } else {
        line + &say!(lang, " … (continued: {command})", "…（続き：{command}）")
    }
}

fn line_of(memory: &Memory, text: &str, in_by: usize, lang: Lang) -> String {
    let level = memory.shown.level;
    let mark = if memory.shown.is_active() { "" } else { lang.pick("[archived]", "[アーカイブ]") };
    let text = set_in(text, in_by + 4);
    let source = source_mark(memory.origin.source);
    let ended: String = memory.ended_spans().iter().map(|span| ending(span, lang)).collect();
    format!("[{}][L{level}]{mark}{source}{ended} {} {text}", memory.created.date(), memory.handle)
}

/// Until when something of a memory held; in English as the block for a prompt has it.
fn ending(ended: &EndedSpan<'_>, lang: Lang) -> String {
    let until = ended.until;
    match ended.words.map(one_line) {
        None => say!(lang, "[until {until}]", "[{until}まで]"),
        Some(words) => say!(lang, "[\"{words}\" until {until}]", "[「{words}」は{until}まで]"),
    }
}

/// What a newer memory makes out of date of another: the words, until when, and by which.
pub fn superseded(span: &SupersededSpan, by: &str, lang: Lang) -> String {
    let (words, until) = (one_line(&span.words), span.since.date());
    say!(lang, "\"{words}\" until {until}, by {by}", "「{words}」は{until}まで（{by}）")
}

/// How a memory is named in a list of names.
pub fn name(memory: &Memory) -> String {
    format!("{}  {}", memory.handle, memory.id)
}

/// What the memory felt like.
pub fn feeling(memory: &Memory, lang: Lang) -> String {
    emotion(&memory.emotion, lang)
}

/// An emotion with all its fields.
pub fn emotion(emotion: &Emotion, lang: Lang) -> String {
    let (valence, intensity, arousal) =
        (valence(emotion.feeling.valence, lang), emotion.intensity, emotion.feeling.arousal);
    let said = say!(
        lang,
        "{valence}, intensity {intensity}, arousal {arousal}",
        "{valence}、感情強度{intensity}、覚醒度{arousal}"
    );
    let tags = FEELINGS.read_all(emotion.feeling.tags.iter().map(|tag| tag.name()), lang);
    if tags.is_empty() { said } else { say!(lang, "{said} ({tags})", "{said}（{tags}）") }
}

/// A level, by number and word.
pub fn level(level: Level, lang: Lang) -> String {
    let word = match level {
        Level::Full => lang.pick("full", "全文"),
        Level::Summary => lang.pick("summary", "要約"),
        Level::Trace => lang.pick("trace", "痕跡"),
        Level::Archived => lang.pick("archived", "アーカイブ"),
    };
    say!(lang, "{level} ({word})", "{level}（{word}）")
}

/// A valence in a word.
pub fn valence(valence: Valence, lang: Lang) -> &'static str {
    match valence {
        Valence::Positive => lang.pick("positive", "快"),
        Valence::Negative => lang.pick("negative", "不快"),
        Valence::Neutral => lang.pick("neutral", "中立"),
    }
}

/// Why two memories are linked, in a few words.
pub fn relation(kind: RelationType, lang: Lang) -> &'static str {
    match kind {
        RelationType::Continues => lang.pick("continues", "続き"),
        RelationType::References => lang.pick("references", "言及"),
        RelationType::DerivedFrom => lang.pick("derived from", "派生"),
        RelationType::Contradicts => lang.pick("contradicts", "矛盾"),
        RelationType::SameTopic => lang.pick("same topic", "同じ話題"),
    }
}

/// Why two memories are connected, in a few words.
pub fn connection(kind: ConnectionKind, lang: Lang) -> &'static str {
    match kind {
        ConnectionKind::Relation(kind) => relation(kind, lang),
        ConnectionKind::Tie(TieKind::Link) => lang.pick("mentioned", "名前での言及"),
        ConnectionKind::Tie(TieKind::Similarity) => lang.pick("similar", "類似"),
        ConnectionKind::RecalledTogether => lang.pick("recalled together", "一緒に思い出した"),
    }
}

/// Date and time to the minute, as they were where the moment was noted.
pub fn minute(moment: Moment) -> String {
    let text = moment.to_string();
    text.get(..16).map_or_else(|| text.clone(), |short| short.replace('T', " "))
}

/// Bytes in a unit that a person reads.
pub fn bytes(count: u64) -> String {
    let units = ["B", "KB", "MB", "GB", "TB"];
    let mut amount = count as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < units.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{count} B") } else { format!("{amount:.1} {}", units[unit]) }
}

/// Both halves of a memory's text.
pub fn halves(memory: &Memory) -> String {
    Portion::whole(memory).text
}

/// Why nights wait for a person, and what the person can do.
pub fn waiting(doubt: ClockDoubt, lang: Lang) -> String {
    match doubt {
        ClockDoubt::LongGap { nights } => say!(
            lang,
            "{nights} nights are due at once. Is the clock right? They wait until there are new turns on two days; \
             to run them now: omoide sleep",
            "{nights}日分の夜間処理が一度に未処理になっています。時計は合っていますか？ 新しい会話が二日分入るまで待\
             ちます。今すぐ実行するには：omoide sleep"
        ),
        ClockDoubt::Imported { nights } => say!(
            lang,
            "{nights} nights are due for memories that were imported. They wait, so the memories stay as they are and can be \
             read in full. To let them age as if they had been here all the time: omoide sleep (omoide sleep --dry-run shows \
             what that does, omoide sleep undo takes it back)",
            "取り込んだ記憶のための夜が{nights}回分あります。実行せずに待っているので、記憶は全文のまま読めます。\
             その間ずっとここにあったかのように古びさせるには：omoide sleep（omoide sleep --dry-run で結果を確認、omoide sleep undo で取り消し）"
        ),
        ClockDoubt::SetBack { nights, later_dates, .. } => say!(
            lang,
            "the clock is behind what was recorded ({nights} nights for future dates, turns on {later_dates} later \
             dates). Nights wait until there are new turns on two days; to run them now: omoide sleep",
            "時計が、これまでの記録より遅れています（未来の日付の夜間処理が{nights}日分、より後の日付の会話が\
             {later_dates}日分）。新しい会話が二日分入るまで、夜間処理を待ちます。今すぐ実行するには：omoide sleep"
        ),
    }
}

/// How much of a turn was heard, and by whom, where that was said.
pub fn hearing(turn: &omoide_core::Turn, lang: Lang) -> Vec<(&'static str, String)> {
    let mut told = Vec::new();
    let names = |names: Vec<String>| names.join(lang.pick(", ", "、"));
    if let Some(until) = turn.heard_until {
        told.push((
            lang.pick("heard", "聞こえた分"),
            say!(lang, "{until} characters of the reply", "返答の{until}文字目まで"),
        ));
    }
    if !turn.witnesses.persons.is_empty() {
        told.push((lang.pick("heard by", "聞いた人"), names(turn.witnesses.persons.clone())));
    }
    if !turn.witnesses.minds.is_empty() {
        let minds = turn.witnesses.minds.iter().map(ToString::to_string).collect();
        told.push((lang.pick("minds", "聞いたマインド"), names(minds)));
    }
    told
}

/// What to do where nothing was ever remembered.
pub fn nothing_known(lang: Lang) -> &'static str {
    lang.pick(
        "nothing is remembered yet; begin with: omoide remember \"something worth keeping\"",
        "まだ何も覚えていません。はじめに：omoide remember \"覚えておきたいこと\"",
    )
}

/// Why memories do not count as recalled although they were shown.
pub fn unmarked(cause: &str, lang: Lang) -> String {
    say!(
        lang,
        "these memories could not be marked as recalled: {cause}",
        "思い出したことを記録できませんでした：{cause}"
    )
}
