//! Japanese rules that stand.

use super::LastingKind as Kind;
use super::japanese::{LastingClause, ends_in_past, is_mark};
use crate::tokens::PartOfSpeech as Part;
use crate::word_sets::words;

impl LastingClause<'_> {
    /// The rule that the clause lays down.
    pub(super) fn rule(&self) -> Option<Kind> {
        let text = self.text.trim_end_matches(is_mark);
        let is_past = ends_in_past(text);
        let is_of_now = self.has_any(words("ja_for_now"));
        if is_past
            || text.contains("必ずしも")
            || text.ends_with('笑')
            || text.ends_with('w')
            || text.ends_with('ｗ')
            || self.follows.starts_with(['笑', 'w', 'ｗ'])
        {
            return None;
        }
        if self.behind(&["禁止", "厳禁", "必須", "ご法度"]).is_some_and(|rest| {
            Self::is_stated(rest)
                || rest.starts_with("し")
                || rest.starts_with("さ")
                || rest.starts_with("に")
                || rest.starts_with("と")
        }) && self.words.len() > 1
        {
            return Some(Kind::Rule);
        }
        let last = self.words.iter().rev().find(|word| !matches!(word.part, Part::Symbol | Part::EndingParticle))?;
        let ends_open = matches!(
            last.part,
            Part::Verb
                | Part::Auxiliary
                | Part::AuxiliaryVerb
                | Part::DependentNoun
                | Part::ActionNoun
                | Part::Noun
                | Part::Particle
                | Part::AuxiliaryAdjective
                | Part::Adjective
        );
        let forbids = words("ja_forbids").iter().any(|form| {
            text.trim_end_matches(['ね', 'よ']).trim_end_matches("ください").trim_end_matches("下さい").ends_with(form)
                || text.ends_with(form)
        });
        let is_topical =
            text.contains("は絶対") || text.contains("では") || text.contains("には") || text.contains("は必ず");
        if text.contains("必ず") && ends_open {
            let gives_word = text.ends_with('ね')
                && !forbids
                && !text.contains("こと")
                && !text.ends_with("てね")
                && !text.ends_with("でね");
            return Some(if gives_word { Kind::Promise } else { Kind::Rule });
        }
        if text.contains("絶対")
            && (forbids || (is_topical && (text.ends_with("ない") || text.ends_with("しない"))))
            && !is_of_now
        {
            return Some(Kind::Rule);
        }
        if self.has_any(words("ja_rule_is")) && text.chars().count() > 6 {
            return Some(Kind::Rule);
        }
        if self.has_any(&["常に", "毎回"])
            && (text.ends_with("する")
                || text.ends_with("こと")
                || text.ends_with("使う")
                || text.ends_with("通す")
                || text.contains("してください")
                || text.ends_with("して"))
        {
            return Some(Kind::Rule);
        }
        if self.behind(&["で統一", "に統一"]).is_some()
            || (text.ends_with("のみ") || text.contains("のみ可") || text.contains("のみOK"))
                && text.chars().count() > 6
        {
            return Some(Kind::Rule);
        }
        // 〜すること, 〜しないこと at the end of a sentence.
        let count = self.words.len();
        let ends_in_duty = text.ends_with("こと") && self.follows.trim_matches(is_mark).is_empty() && count >= 3 && {
            let before = self.words.iter().rev().skip_while(|word| word.surface != "こと").nth(1);
            before.is_some_and(|word| {
                (word.part == Part::Verb
                    && word.surface == word.base
                    && !matches!(word.base.as_ref(), "いう" | "言う" | "ある"))
                    || word.surface == "ない" && text.ends_with("ないこと") && text.contains('を')
            })
        };
        if ends_in_duty && !text.contains("という") && !text.contains("の夢") && !text.contains("目標") {
            return Some(Kind::Rule);
        }
        let wishes_not = ["ないでほしい", "ないで欲しい", "ないでもらえる", "やめてほしい", "やめて欲しい"]
            .iter()
            .any(|form| text.trim_end_matches(['な', 'ね', 'の', 'ん', 'だ', 'け', 'ど', 'で', 'す']).ends_with(form));
        if wishes_not && !is_of_now && !text.contains("忘れ") && !text.contains("行かないで") {
            return Some(Kind::Rule);
        }
        let must_not = words("ja_must_not").iter().any(|form| text.contains(form));
        if must_not && !is_of_now && !text.contains("忘れ") {
            return Some(Kind::Rule);
        }
        let is_ours = self.has_any(words("ja_ours"));
        if is_ours
            && (self.goes_on(&["使う", "採用", "運用"])
                || text.ends_with("使う")
                || text.ends_with("使います")
                || text.ends_with("しない")
                || text.ends_with("使わない")
                || text.ends_with("採用"))
        {
            return Some(Kind::Rule);
        }
        let is_work = self.verb(words("ja_deeds")).is_some();
        (forbids
            && is_work
            && self.has_any(&["を", "は", "に"])
            && !is_of_now
            && !self.has_any(&["この", "これ", "それ", "その"]))
        .then_some(Kind::Rule)
    }
}
