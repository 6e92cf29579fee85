//! What grammar and sounds say of a feeling: wishes, resolutions, laughter.

use omoide_core::Tag;

use super::cues::FeelingCue;
use super::plain::PlainText;
use super::words::FeelingWord;
use crate::fold::{Script, script};

/// The cues that no single word gives; a wish that the lexicon knows (帰りたい) is left to it.
pub(super) fn find(plain: &PlainText, found: &[FeelingWord]) -> Vec<FeelingCue> {
    let mut cues = Vec::new();
    let mut known = found.iter().peekable();
    for place in 0..plain.len() {
        while known.next_if(|f| f.end <= place).is_some() {}
        let is_known = known.peek().is_some_and(|f| f.start <= place && place < f.end);
        if is_known {
            continue;
        }
        match plain.characters[place] {
            'た' if is_wish(plain, place) => cues.push(wish(plain, place)),
            'う' if is_resolution(plain, place) => cues.push(FeelingCue::new(0.2, 42.0, &[Tag::Determination], place)),
            'て' | 'で' => cues.extend(favour_or_mishap(plain, place)),
            'w' | '笑' | '草' => cues.extend(laugh(plain, place)),
            _ => {}
        }
    }
    cues
}

/// 作ってくれた is thanked for, 来てくれない complained of, 割ってしまった regretted.
fn favour_or_mishap(plain: &PlainText, place: usize) -> Option<FeelingCue> {
    let has = |forms: &[&str]| forms.iter().any(|form| plain.has_at(place + 1, form));
    if has(&["くれな", "もらえな", "いただけな", "くれません", "もらえません", "いただけません"])
    {
        Some(FeelingCue::new(-1.0, 42.0, &[Tag::Frustration], place))
    } else if has(&[
        "くれた",
        "くれて",
        "くれる",
        "くださった",
        "くださって",
        "くださり",
        "下さった",
        "下さり",
        "もらえた",
        "いただけた",
    ]) {
        Some(FeelingCue::new(0.8, 38.0, &[Tag::Gratitude], place))
    } else if has(&["しまった", "しまって", "しまい", "しもた"]) {
        Some(FeelingCue::new(-0.6, 38.0, &[Tag::Regret], place))
    } else {
        None
    }
}

/// 行きたい, 見たかった, but not 冷たい or 猫みたい.
fn is_wish(plain: &PlainText, place: usize) -> bool {
    let ends_right = plain.at(place + 1).is_some_and(|c| matches!(c, 'い' | 'く' | 'か'));
    let Some(before) = plain.before(place) else { return false };
    let stem_before = place.checked_sub(2).and_then(|at| plain.at(at));
    let is_stem = match before {
        'い' => stem_before.is_some_and(|c| script(c) == Script::Kanji),
        // 出てみたい and 読みたい are wishes, 猫みたい is a likeness.
        'み' => stem_before.is_some_and(|c| "てで読飲休住頼編進噛組積包掴".contains(c)),
        'き' | 'し' | 'ち' | 'に' | 'り' | 'ぎ' | 'び' | 'え' | 'け' | 'せ' | 'て' | 'ね' | 'め' | 'れ' | 'げ'
        | 'べ' => true,
        c => script(c) == Script::Kanji && !matches!(c, '重' | '冷' | '眠' | '煙' | '平' | '堅' | '固' | '硬' | '痛'),
    };
    let is_form = plain.has_at(place, "たい") || plain.has_at(place, "たくな") || plain.has_at(place, "たかった");
    ends_right && is_stem && is_form && !plain.has_at(place, "たいてい") && !plain.has_at(place, "たいへん")
}

fn wish(plain: &PlainText, place: usize) -> FeelingCue {
    if plain.has_at(place, "たくない") || plain.has_at(place, "たくなかった") {
        return FeelingCue::new(-1.2, 42.0, &[Tag::Frustration], place);
    }
    if plain.has_at(place, "たかった") {
        return FeelingCue::new(-0.3, 38.0, &[Tag::Hope], place);
    }
    FeelingCue::new(0.2, 42.0, &[Tag::Hope], place)
}

/// 行こう, 寝よう at the end of a clause.
fn is_resolution(plain: &PlainText, place: usize) -> bool {
    let Some(before) = plain.before(place) else { return false };
    if !plain.closes_clause(place + 1) && !plain.has_at(place + 1, "と思") {
        return false;
    }
    match before {
        'よ' => place.checked_sub(2).and_then(|at| plain.at(at)).is_some_and(|c| {
            matches!(c, 'し' | 'み' | 'き' | 'え' | 'け' | 'せ' | 'て' | 'ね' | 'め' | 'れ' | 'げ' | 'べ')
                || script(c) == Script::Kanji && matches!(c, '寝' | '見' | '出' | '着' | '来' | '観')
        }),
        'こ' | 'ご' | 'そ' | 'の' | 'ぼ' | 'も' | 'ろ' | 'お' | 'と' => {
            place.checked_sub(2).and_then(|at| plain.at(at)).is_some_and(|c| script(c) == Script::Kanji)
                && !plain.has_at(place - 1, "そう")
                && !plain.has_at(place - 1, "もう")
        }
        _ => false,
    }
}

/// A laugh at the end of a clause: 草, w, www, 笑.
fn laugh(plain: &PlainText, place: usize) -> Option<FeelingCue> {
    let c = plain.at(place)?;
    let before = plain.before(place)?;
    let is_first = before != c;
    let behind_kana = match c {
        'w' => {
            matches!(script(before), Script::Hiragana | Script::Katakana | Script::Kanji) || "。!?ー".contains(before)
        }
        _ => matches!(script(before), Script::Hiragana | Script::Katakana) || "。!?ー".contains(before),
    };
    let closes = (place..place + 4).find(|at| plain.at(*at) != Some(c)).is_none_or(|at| {
        plain.at(at).is_none_or(|n| script(n) == Script::Mark || c == 'w' && script(n) != Script::Letter)
    });
    (is_first && behind_kana && closes).then(|| FeelingCue::new(0.5, 46.0, &[Tag::Joy], place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<Tag> {
        find(&PlainText::of(text), &[]).into_iter().flat_map(|cue| cue.tags).collect()
    }

    #[test]
    fn wishes_are_told_from_words_that_look_like_one() {
        assert_eq!(tags("温泉に入りたいな"), [Tag::Hope]);
        assert_eq!(tags("本を買いたい"), [Tag::Hope]);
        assert_eq!(tags("一度やってみたい"), [Tag::Hope]);
        assert_eq!(tags("もう働きたくない"), [Tag::Frustration]);
        assert!(tags("冷たい水").is_empty() && tags("猫みたい").is_empty() && tags("だいたい").is_empty());
    }

    #[test]
    fn favours_are_thanked_for_and_mishaps_regretted() {
        assert_eq!(tags("弟が夕飯を作ってくれた"), [Tag::Gratitude]);
        assert_eq!(tags("誰も来てくれない"), [Tag::Frustration]);
        assert_eq!(tags("皿を割ってしまった"), [Tag::Regret]);
        assert!(tags("駅で待つ").is_empty());
    }

    #[test]
    fn a_resolution_closes_its_clause() {
        assert_eq!(tags("明日は早く寝よう"), [Tag::Determination]);
        assert_eq!(tags("本を買おう!"), [Tag::Determination]);
        assert!(tags("そう").is_empty() && tags("本当のようだ").is_empty());
    }

    #[test]
    fn laughter_stands_behind_kana() {
        assert_eq!(tags("まじでwww"), [Tag::Joy]);
        assert_eq!(tags("そうなんだ笑"), [Tag::Joy]);
        assert!(tags("草むしり").is_empty() && tags("the www page").is_empty());
    }
}
