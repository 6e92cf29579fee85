//! The words that memories are sorted by (categories, feelings, kinds …), as they are stored and in Japanese.
//!
//! Stores, JSON and scripts have the stored word. People read the word of their language, and may write either.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use omoide_home::lang::Lang;

/// Words for one purpose: each as it is stored, and in Japanese.
pub struct BilingualWords(&'static [(&'static str, &'static str)]);

/// The categories.
pub static CATEGORIES: BilingualWords = BilingualWords(&[
    ("casual", "雑談"),
    ("work", "仕事"),
    ("decision", "決定"),
    ("emotional", "感情"),
    ("lasting", "永続"),
]);

/// The feelings.
pub static FEELINGS: BilingualWords = BilingualWords(&[
    ("joy", "喜び"),
    ("satisfaction", "満足"),
    ("relief", "安堵"),
    ("excitement", "興奮"),
    ("gratitude", "感謝"),
    ("pride", "誇り"),
    ("hope", "希望"),
    ("love", "愛情"),
    ("curiosity", "好奇心"),
    ("sadness", "悲しみ"),
    ("anger", "怒り"),
    ("frustration", "苛立ち"),
    ("anxiety", "不安"),
    ("fear", "恐れ"),
    ("disgust", "嫌悪"),
    ("regret", "後悔"),
    ("loneliness", "孤独"),
    ("guilt", "罪悪感"),
    ("resignation", "諦め"),
    ("nostalgia", "懐かしさ"),
    ("surprise", "驚き"),
    ("confusion", "困惑"),
    ("determination", "決意"),
]);

/// Whether a feeling is good, bad or neither.
pub static VALENCES: BilingualWords = BilingualWords(&[("positive", "快"), ("negative", "不快"), ("neutral", "中立")]);

/// The kinds of memories.
pub static KINDS: BilingualWords = BilingualWords(&[
    ("episode", "エピソード"),
    ("session", "セッション"),
    ("day", "一日の要約"),
    ("knowledge", "知識"),
    ("procedure", "手順"),
    ("skill", "技能"),
    ("entity", "人や物"),
    ("insight", "気づき"),
    ("document", "文書"),
]);

/// Where memories come from.
pub static SOURCES: BilingualWords =
    BilingualWords(&[("person", "人"), ("agent", "エージェント"), ("document", "文書"), ("tool", "ツール")]);

/// Why two memories are linked.
pub static RELATIONS: BilingualWords = BilingualWords(&[
    ("continues", "続き"),
    ("references", "言及"),
    ("derived_from", "派生"),
    ("contradicts", "矛盾"),
    ("same_topic", "同じ話題"),
]);

/// What a key allows.
pub static RIGHTS: BilingualWords = BilingualWords(&[("read", "読み取り"), ("write", "書き込み"), ("admin", "管理")]);

/// For whom a program is connected.
pub static INSTALL_SCOPES: BilingualWords = BilingualWords(&[("user", "ユーザー"), ("project", "プロジェクト")]);

/// The steps of a night.
pub static STEPS: BilingualWords = BilingualWords(&[
    ("understand", "理解"),
    ("sessions", "セッション"),
    ("tiers", "階層"),
    ("episodes", "エピソード"),
    ("archive", "アーカイブ"),
]);

/// Why a provider failed.
pub static FAILURES: BilingualWords = BilingualWords(&[
    ("unauthorised", "鍵が無効"),
    ("unknown_model", "未知のモデル"),
    ("rejected", "要求の拒否"),
    ("rate_limited", "利用制限"),
    ("unavailable", "利用不可"),
    ("timed_out", "時間切れ"),
    ("cut_off", "応答の途切れ"),
    ("unreadable", "読めない応答"),
    ("refused", "応答の拒否"),
    ("too_long", "長すぎる要求"),
    ("cancelled", "取り消し"),
]);

/// What a text is about.
pub static TOPICS: BilingualWords = BilingualWords(&[
    ("technology", "技術"),
    ("science", "科学"),
    ("work", "仕事"),
    ("study", "勉強"),
    ("health", "健康"),
    ("family", "家族"),
    ("relationships", "人間関係"),
    ("food", "食べ物"),
    ("travel", "旅行"),
    ("money", "お金"),
    ("home", "住まい"),
    ("shopping", "買い物"),
    ("movie", "映画"),
    ("music", "音楽"),
    ("game", "ゲーム"),
    ("book", "本"),
    ("sport", "スポーツ"),
    ("art", "芸術"),
    ("nature", "自然"),
    ("society", "社会"),
]);

/// What a message is for.
pub static MESSAGES: BilingualWords = BilingualWords(&[
    ("greeting", "挨拶"),
    ("question", "質問"),
    ("request", "依頼"),
    ("heartbeat", "定期巡回"),
    ("statement", "発言"),
]);

/// What a question is after.
pub static INTENTS: BilingualWords = BilingualWords(&[
    ("emotional", "感情"),
    ("factual", "事実"),
    ("technical", "技術"),
    ("temporal", "時期"),
    ("relational", "関係"),
]);

/// The signs that a text tells how something is done.
pub static PATTERNS: BilingualWords = BilingualWords(&[
    ("steps", "手順"),
    ("how_to", "やり方"),
    ("setup", "設定"),
    ("command", "コマンド"),
    ("workflow", "作業の流れ"),
    ("rule", "規則"),
    ("recovery", "復旧"),
    ("routine", "習慣"),
    ("checklist", "チェックリスト"),
    ("numbered_list", "番号付きの一覧"),
    ("shell", "シェル"),
    ("sequence", "順序"),
]);

impl BilingualWords {
    /// The word that a person reads. A word that is not in the list is one of their own, and stays as it is.
    pub fn read<'a>(&self, stored: &'a str, lang: Lang) -> &'a str {
        let japanese = self.0.iter().find(|(known, _)| *known == stored).map_or(stored, |(_, japanese)| *japanese);
        lang.pick(stored, japanese)
    }

    /// Several words that a person reads, in a line.
    pub fn read_all<'a>(&self, stored: impl IntoIterator<Item = &'a str>, lang: Lang) -> String {
        let words: Vec<&str> = stored.into_iter().map(|word| self.read(word, lang)).collect();
        words.join(lang.pick(", ", "、"))
    }

    /// The stored word for what a person wrote, in either language.
    pub fn stored<'a>(&self, written: &'a str) -> &'a str {
        self.0.iter().find(|(_, japanese)| *japanese == written).map_or(written, |(stored, _)| *stored)
    }

    /// Takes one of these words, in either language, and gives the stored word.
    pub fn parser(
        &'static self,
        stored: impl IntoIterator<Item = &'static str>,
    ) -> impl TypedValueParser<Value = String> {
        let values = stored.into_iter().map(|word| {
            let value = PossibleValue::new(word);
            let japanese = self.read(word, Lang::Japanese);
            if japanese == word { value } else { value.alias(japanese) }
        });
        PossibleValuesParser::new(values.collect::<Vec<_>>()).map(|written| self.stored(&written).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use omoide_core::policy::night::Step;
    use omoide_core::ports::FailureKind;
    use omoide_core::{Category, Intent, Kind, RelationType, Source, Tag, Valence};

    use super::*;

    fn check(words: &BilingualWords, stored: impl IntoIterator<Item = &'static str>) {
        for word in stored {
            let japanese = words.read(word, Lang::Japanese);
            assert!(!japanese.is_ascii(), "\"{word}\" has no Japanese word");
            assert_eq!(words.stored(japanese), word);
            assert_eq!(words.stored(word), word);
        }
        let japanese: BTreeSet<&str> = words.0.iter().map(|(_, japanese)| *japanese).collect();
        assert_eq!(japanese.len(), words.0.len(), "two words are one in Japanese");
    }

    #[test]
    fn every_word_has_a_japanese_one_that_leads_back_to_it() {
        let categories = ["casual", "work", "decision", "emotional", "lasting"];
        assert!(categories.iter().all(|name| Category::KNOWN.contains(&Category::named(name))));
        check(&CATEGORIES, categories);
        check(&FEELINGS, Tag::ALL.map(Tag::name));
        check(&VALENCES, Valence::ALL.map(Valence::name));
        check(&KINDS, Kind::ALL.map(Kind::name));
        check(&SOURCES, Source::ALL.map(Source::name));
        check(&RELATIONS, RelationType::ALL.map(RelationType::name));
        check(&STEPS, Step::ALL.map(Step::name));
        check(&INTENTS, Intent::ALL.map(Intent::name));
        check(&FAILURES, FailureKind::ALL.map(FailureKind::name));
        check(&RIGHTS, ["read", "write", "admin"]);
    }

    #[test]
    fn a_word_of_ones_own_stays_as_it_is() {
        assert_eq!(CATEGORIES.read("gardening", Lang::Japanese), "gardening");
        assert_eq!(CATEGORIES.stored("園芸"), "園芸");
    }
}
