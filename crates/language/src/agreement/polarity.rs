//! Where a text says that something is not so.
//!
//! In Japanese the negation stands behind what it denies, in English before it; the phrases that only
//! look like negations (かもしれない, しなければならない, "not only") are listed so that they are passed over.

use std::sync::LazyLock;

use crate::lexicon::PhraseTable;

/// What a phrase says about the statement around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PolarityCue {
    /// It denies what stands before it (Japanese).
    DeniesBefore,
    /// It denies what comes after it (English).
    DeniesAfter,
    /// It stopped being so: "no longer", なくなった, やめた.
    NoLonger,
    /// Something took the place of something: "switched to", に変えた.
    Replaced,
    /// もう, which makes "no longer" of a negation behind it.
    Already,
    /// The speaker speaks of themselves.
    Self_,
    /// It only looks like one of the others.
    Nothing,
}

/// A cue and its place in the folded text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CueAt {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) cue: PolarityCue,
}

/// The cues of a folded text, in their order.
pub(super) fn cues(folded: &str) -> Vec<CueAt> {
    CUES.find_all(folded)
        .into_iter()
        .filter(|found| *found.value != PolarityCue::Nothing)
        .map(|found| CueAt { start: found.start, end: found.end, cue: *found.value })
        .collect()
}

/// How many places of a folded text deny something, end it, or put something else in its place.
pub(crate) fn cues_in(folded: &str) -> usize {
    let is_turn = |c: &CueAt| {
        matches!(
            c.cue,
            PolarityCue::DeniesBefore | PolarityCue::DeniesAfter | PolarityCue::NoLonger | PolarityCue::Replaced
        )
    };
    cues(folded).iter().filter(|cue| is_turn(cue)).count()
}

static CUES: LazyLock<PhraseTable<PolarityCue>> = LazyLock::new(|| {
    let lists = [
        (NOTHING, PolarityCue::Nothing),
        (NO_LONGER, PolarityCue::NoLonger),
        (REPLACED, PolarityCue::Replaced),
        (DENIES_BEFORE, PolarityCue::DeniesBefore),
        (DENIES_AFTER, PolarityCue::DeniesAfter),
        (SELF, PolarityCue::Self_),
        ("もう", PolarityCue::Already),
    ];
    let phrases = lists.into_iter().flat_map(|(list, cue)| list.split_whitespace().map(move |phrase| (phrase, cue)));
    PhraseTable::new(phrases.map(|(phrase, cue)| (phrase.replace('_', " "), cue)))
});

const DENIES_BEFORE: &str = "ない なかった なかっ なくて なく なければ ません ませんでした まへん 無い 無かった 無く \
    ないで ずに せず せずに ておらず ていず おらず いない いません いなかった いなく ではない じゃない じゃありません ではありません \
    でない なし 無し できず わからず 知らず ねえ$ ねぇ$ 損な 損ね そこな そこね いなかっ";

const NOTHING: &str = "少ない 少なく 少なかっ すくない 危ない 危なく あぶない 切ない せつない 幼い 儚い はかない \
    くだらない つまらない もったいない かもしれない かもしれません かも知れない かも知れません に違いない に違いありません にちがいない \
    なければならない なければなりません なければいけない なければいけません なくてはならない なくてはいけない ないといけない ないとだめ \
    なきゃ なくちゃ ざるを得ない だけでなく だけではなく だけじゃなく のみならず のみでなく ばかりでなく ばかりか 間もなく まもなく \
    なんとなく 何となく さりげなく 仕方ない 仕方なく しょうがない とんでもない 申し訳ない 申し訳ありません すみません \
    ないだろうか ないでしょうか ませんか ないか$ じゃないか$ ではないか$ ないかな じゃないですか ないですか 必ず はなし かなし たなし \
    はずに まずに もうすぐ もう一度 もう一つ もう一人 もう一匹 もう少し もうちょっと もうひとつ もうひとり もう1 もう片方 なくす 無くす \
    なしとげ こなし みなし \
    not_only not_just not_to_mention no_doubt no_problem no_worries not_sure why_not why_don't_you no_matter if_not no_wonder \
    can't_wait cannot_wait couldn't_agree_more can't_help don't_worry never_mind or_not not_bad my_oh_my my_god";

const NO_LONGER: &str = "no_longer not_anymore not_any_more anymore any_more any_longer used_to stopped quit gave_up \
    given_up got_rid_of cancelled canceled called_off abandoned dropped left_my broke_up fell_through \
    なくなった なくなり なくなっ やめた やめて やめまし 辞めた 辞めて 辞めまし 止めた 卒業した 取りやめ 取り止め 中止 \
    キャンセル 廃止 撤回 引退 退職 別れた 手放し";

const REPLACED: &str = "switched_to switched_from switch_to changed_to changed_my changed_from change_to moved_to moved_from \
    moved_back moved_into instead replaced replaced_by migrated rescheduled postponed pushed_back pushed_to delayed_to \
    turned_into became is_now are_now now_i i_now i'm_now we_now we're_now \
    に変え に変わ を変え が変わ 変更 に切り替え に乗り換え に移行 に移っ に引っ越 引っ越し ではなく じゃなく でなく の代わりに 代わりに \
    に替え に換え に決め直 に延期 延期 前倒し 今は 今では いまは 現在は 実は に転職 転職し に異動 に改め";

const DENIES_AFTER: &str = "not no never none nobody nothing neither nor nowhere cannot without hardly barely scarcely isn't aren't \
    wasn't weren't don't doesn't didn't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't ain't mustn't dont \
    doesnt didnt cant isnt arent wasnt wont couldnt wouldnt havent hasnt nope refuse refuses refused fail fails failed unable \
    avoid avoids lack lacks no_one few_if_any rather_than instead_of";

const SELF: &str = "i i'm i've i'd i'll im ive my me mine we we're we've our us myself you your you're 私 僕 俺 わたし ぼく \
    おれ あたし うち 我々 あなた 君";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    fn of(text: &str) -> Vec<PolarityCue> {
        cues(&fold(text)).into_iter().map(|c| c.cue).collect()
    }

    #[test]
    fn negations_are_seen_in_both_languages() {
        for text in
            ["肉は食べない", "行きません", "猫はいない", "見ずに話す", "It is not so", "He didn’t go", "nobody came"]
        {
            assert!(
                of(text).iter().any(|c| matches!(c, PolarityCue::DeniesBefore | PolarityCue::DeniesAfter)),
                "{text}"
            );
        }
    }

    #[test]
    fn what_only_looks_like_a_negation_is_passed_over() {
        for text in [
            "水が少ない",
            "雨かもしれない",
            "行かなければならない",
            "犬だけでなく猫もいる",
            "not only cheap",
            "必ず行く",
        ] {
            assert_eq!(of(text), [], "{text}");
        }
    }
}
