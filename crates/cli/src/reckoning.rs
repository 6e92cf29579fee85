//! How a hit was ranked, as a small table: every term that the rank was computed from.

use omoide::{Hit, HitTerms, Terms};
use omoide_core::formulas::ranking::clue::{Clue, Measure};
use omoide_core::formulas::ranking::composite::CompositeTerms;
use omoide_core::formulas::ranking::final_score::FinalScoreTerms;
use omoide_core::formulas::ranking::fused::FusedTerms;
use omoide_core::ports::TimeHint;
use omoide_core::{Intent, JudgedAs, QueryPlan, Tag, WantedFeeling};
use omoide_home::lang::{Lang, say};

use crate::table::Table;
use crate::telling::valence;
use crate::vocabulary::FEELINGS;
use crate::width::{cut, one_line};

/// How much is shown of a plan, in columns: a prompt may be a whole page.
const PLAN_ROOM: usize = 200;

/// A name, a value, and what is to be said about it.
type Row = (&'static str, f64, String);

/// How a prompt was understood, in a line.
pub fn plan(plan: &QueryPlan, lang: Lang) -> String {
    let mut parts: Vec<(&str, String)> = Vec::new();
    if let Some(judged_as) = plan.judged_as {
        parts.push((lang.pick("read as", "種類"), judged_name(judged_as, lang).to_owned()));
    }
    parts.push((lang.pick("intent", "意図"), intent_name(plan.intent, lang).to_owned()));
    if !plan.semantic_query.is_empty() {
        parts.push((lang.pick("meaning", "意味"), one_line(&plan.semantic_query)));
    }
    for (name, words) in [
        (lang.pick("words", "言葉"), &plan.words),
        (lang.pick("exact words", "完全一致"), &plan.phrases),
        (lang.pick("people", "人"), &plan.people),
    ] {
        if !words.is_empty() {
            parts.push((name, one_line(&words.join(lang.pick(", ", "、")))));
        }
    }
    if let Some(time) = plan.time {
        parts.push((lang.pick("time", "時期"), time_name(time, lang)));
    }
    if let Some(feeling) = plan.feeling {
        parts.push((lang.pick("feeling", "気持ち"), feeling_name(feeling, lang)));
    }
    if let Some(project) = &plan.project {
        parts.push((lang.pick("project", "プロジェクト"), one_line(project)));
    }
    let parts: Vec<String> =
        parts.into_iter().map(|(name, value)| say!(lang, "{name}: {value}", "{name}：{value}")).collect();
    cut(&parts.join(lang.pick("; ", "／")), PLAN_ROOM)
}

fn time_name(time: TimeHint, lang: Lang) -> String {
    match time {
        TimeHint::Recent => lang.pick("recent", "最近").to_owned(),
        TimeHint::Within(from, to) => {
            let last = to.plus_micros(-1).date();
            if from.date() == last { last.to_string() } else { say!(lang, "{} to {last}", "{}〜{last}", from.date()) }
        }
    }
}

fn feeling_name(feeling: WantedFeeling, lang: Lang) -> String {
    let tags = Tag::ALL.iter().filter(|tag| feeling.tags.has(**tag));
    let names = FEELINGS.read_all(tags.map(|tag| tag.name()), lang);
    if names.is_empty() { valence(feeling.valence, lang).to_owned() } else { names }
}

fn judged_name(judged_as: JudgedAs, lang: Lang) -> &'static str {
    match judged_as {
        JudgedAs::Question => lang.pick("a question", "問い"),
        JudgedAs::Statement => lang.pick("a statement", "話"),
        JudgedAs::Passage => lang.pick("a passage", "文章"),
    }
}

fn intent_name(intent: Intent, lang: Lang) -> &'static str {
    match intent {
        Intent::Relational => lang.pick("relational", "関係"),
        Intent::Temporal => lang.pick("temporal", "時期"),
        Intent::Technical => lang.pick("technical", "技術"),
        Intent::Emotional => lang.pick("emotional", "感情"),
        Intent::Factual => lang.pick("factual", "事実"),
    }
}

/// Every term of a hit's rank, one a line, and what the gate saw.
pub fn table(hit: &Hit, lang: Lang) -> String {
    let mut rows = match &hit.terms {
        Terms::Fused(terms) => fused(terms, lang),
        Terms::Resonance(terms) => priority(terms, lang),
        Terms::Intent(terms) => composite(terms, lang),
        Terms::Activation(terms) => final_score(terms, lang),
    };
    let only_gate = || lang.pick("counts only for the relevance check", "関連性の判定だけに使う").to_owned();
    rows.push((lang.pick("relevance check: similarity", "関連性の判定：類似度"), hit.gate.similarity, only_gate()));
    rows.push((lang.pick("relevance check: words found", "関連性の判定：言葉の一致"), hit.gate.coverage, only_gate()));
    if let Some(wording) = hit.gate.wording.filter(|wording| wording.weight > 0.0) {
        rows.push((lang.pick("relevance check: wording", "関連性の判定：言い回し"), wording.share, only_gate()));
    }
    if hit.gate.ease > 0.0 {
        let note = lang.pick("with few memories, a weaker match is enough", "記憶が少ないときは、弱い一致でも認める");
        rows.push((lang.pick("relevance check: allowance", "関連性の判定：緩和"), hit.gate.ease, note.to_owned()));
    }
    if hit.gate.is_meant {
        let note =
            lang.pick("from the time asked about, or contains the phrase", "尋ねた時期のもの、または語句を含むもの");
        rows.push((lang.pick("relevance check: asked for", "関連性の判定：指定あり"), 1.0, note.to_owned()));
    }
    let mut table = Table::new(&[lang.pick("term", "項"), lang.pick(">value", ">値"), ""]);
    for (name, value, note) in rows {
        table.push(vec![name.to_owned(), format!("{value:.3}"), note]);
    }
    table.render(None)
}

fn plain(rows: Vec<(&'static str, f64, &str)>) -> Vec<Row> {
    rows.into_iter().map(|(name, value, note)| (name, value, note.to_owned())).collect()
}

fn fused(terms: &FusedTerms, lang: Lang) -> Vec<Row> {
    let mut rows = Vec::new();
    for clue in Clue::ALL {
        let (value, part) = (terms.clues[clue as usize], terms.parts[clue as usize]);
        if value != 0.0 {
            let weight = part / value;
            let note = match clue.measure() {
                Measure::Truth => String::new(),
                Measure::Nearness => say!(lang, "closeness {value:.2} × {weight:.2}", "近さ{value:.2} × {weight:.2}"),
                Measure::Share => say!(lang, "{value:.2} of the best × {weight:.2}", "最良の{value:.2} × {weight:.2}"),
            };
            let (english, japanese) = clue.words();
            rows.push((lang.pick(english, japanese), part, note));
        }
    }
    rows.push((lang.pick("relevance", "関連度"), terms.relevance, lang.pick("their sum", "その和").to_owned()));
    for (name, factor) in [
        (lang.pick("× retention", "×保持スコア"), terms.retention),
        (lang.pick("× recency", "×新しさ"), terms.recency),
        (lang.pick("× use", "×想起"), terms.usage),
        (lang.pick("× resonance", "×共鳴"), terms.resonance),
        (lang.pick("× feedback", "×評価"), terms.feedback),
        (lang.pick("× replaced", "×置き換え済み"), terms.superseded),
        (lang.pick("× trust", "×信頼"), terms.trust),
        (lang.pick("× same thread", "×同じ会話"), terms.same_thread),
        (lang.pick("× same project", "×同じプロジェクト"), terms.same_project),
        (lang.pick("× another time", "×別の時期"), terms.other_time),
    ] {
        if (factor - 1.0).abs() > 5e-4 {
            rows.push((name, factor, String::new()));
        }
    }
    if terms.inherited > 0.0 {
        let note = lang.pick("from the memory that it replaces", "置き換えた記憶から");
        rows.push((lang.pick("inherited", "引き継ぎ"), terms.inherited, note.to_owned()));
    }
    let note = lang.pick("relevance × factors", "関連度×係数");
    rows.push((lang.pick("total", "合計"), terms.score(), note.to_owned()));
    rows
}

fn priority(terms: &HitTerms, lang: Lang) -> Vec<Row> {
    let priority = &terms.priority;
    let resonance = priority.resonance.unwrap_or_default();
    plain(vec![
        (lang.pick("retention", "保持スコア"), priority.retention_score, ""),
        (lang.pick("similarity", "類似度"), priority.similarity, ""),
        (lang.pick("use factor", "想起の係数"), priority.use_factor, ""),
        (
            lang.pick("base", "基本"),
            priority.base(),
            lang.pick("retention × similarity × use factor", "保持スコア×類似度×想起の係数"),
        ),
        (lang.pick("resonance: valence", "共鳴：感情価"), resonance.valence, ""),
        (lang.pick("resonance: arousal", "共鳴：覚醒度"), resonance.arousal, ""),
        (lang.pick("resonance: tags", "共鳴：感情タグ"), resonance.tags, ""),
        (lang.pick("resonance bonus", "共鳴の加点"), priority.resonance_bonus, ""),
        (lang.pick("category bonus", "カテゴリの加点"), terms.category_bonus, ""),
        (lang.pick("time bonus", "時期の加点"), terms.time_bonus, ""),
        (lang.pick("total", "合計"), terms.total(), lang.pick("base + bonuses", "基本＋加点")),
    ])
}

fn composite(terms: &CompositeTerms, lang: Lang) -> Vec<Row> {
    let (alpha, beta, gamma) = (terms.weights.distance, terms.weights.arousal, terms.weights.time);
    let by_time =
        say!(lang, "{gamma:.2} × (1 − recency left) × (1 − arousal)", "{gamma:.2} ×（1 − 残る新しさ）×（1 − 覚醒度）");
    let none = String::new;
    vec![
        (lang.pick("distance", "距離"), terms.distance, none()),
        (lang.pick("arousal", "覚醒度"), terms.arousal, none()),
        (lang.pick("recency left", "残る新しさ"), terms.decay, none()),
        (
            lang.pick("distance term", "距離の項"),
            terms.distance_term(),
            say!(lang, "{alpha:.2} × distance", "{alpha:.2} × 距離"),
        ),
        (
            lang.pick("arousal term", "覚醒度の項"),
            terms.arousal_term(),
            say!(lang, "{beta:.2} × (1 − arousal)", "{beta:.2} ×（1 − 覚醒度）"),
        ),
        (lang.pick("time term", "時間の項"), terms.time_term(), by_time),
        (
            lang.pick("total", "合計"),
            terms.sum(),
            lang.pick("the three terms; the lowest comes first", "3つの項の和。小さいほど先").to_owned(),
        ),
    ]
}

fn final_score(terms: &FinalScoreTerms, lang: Lang) -> Vec<Row> {
    plain(vec![
        (lang.pick("similarity", "類似度"), terms.similarity, ""),
        (lang.pick("recency", "新しさ"), terms.recency, ""),
        (lang.pick("frequency", "頻度"), terms.frequency, ""),
        (lang.pick("activation", "活性"), terms.pagerank.unwrap_or(0.0), "PageRank"),
        (
            lang.pick("spread", "拡散"),
            terms.spread,
            lang.pick("the part of the activation that counts", "活性のうち加える分"),
        ),
        (
            lang.pick("total", "合計"),
            terms.sum(),
            lang.pick("similarity + recency + frequency + spread", "類似度＋新しさ＋頻度＋拡散"),
        ),
    ])
}
