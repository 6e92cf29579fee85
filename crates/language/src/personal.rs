//! Whether a text is about the one who says it, or about someone near to them, and not about their work.

use std::sync::LazyLock;

use regex::Regex;

use crate::fold::fold;
use crate::pattern::regex;

/// Family, friends and animals; what is one's own; what one is, likes and cannot have. "I" alone says nothing: who works
/// with an agent says it all day.
static PERSONAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:mom|mum|mommy|dad|daddy|mother|father|wife|husband|son|daughter|sister|brother|niece|nephew|cousin|twins|",
        r"grand(?:ma|pa|mother|father|son|daughter)|aunt|uncle|girlfriend|boyfriend|fianc[eé]+)\b",
        r"|\bmy (?:[a-z]+ )?(?:dogs?|cats?|pets?|car|bike|bicycle|house|home|apartment|flat|garden|birthday|name|age|friends?|partner|kids?|child|children|baby|",
        r"parents|family|doctor|dentist|passport|address|phone|health|hometown|school|salary|wedding|anniversary|blood type|favou?rite)\b",
        r"|\bi(?:'m| am) (?:[a-z]+ )?(?:allergic|vegan|vegetarian|pregnant|diabetic|married|divorced|single|engaged|sick|ill|retired|from|[0-9]+)\b",
        r"|\bi (?:[a-z]+ )?(?:love|hate|live in|moved to|was born|grew up|can't eat|don't eat|cannot eat|can't drink|don't drink)\b|\ballerg(?:y|ies|ic)\b|\bbirthday\b",
        r"|(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち)の|家族|息子|彼氏|祖母|祖父|おばあちゃん|おじいちゃん|お母さん|お父さん|おかん|おとん|ママ|パパ|誕生日|アレルギー|血液型|故郷|実家",
        r"|(?:^|[^一-龠々])[父母妻夫娘兄弟姉妹孫犬猫](?:[のはがもにをとへ、。]|さん|ちゃん|$)|(?:好き|嫌い|苦手|食べられない|飲めない|住んで(?:い|る|ます))",
    ))
});

/// Whether a text is about the one who says it or someone near to them.
pub fn is_personal(text: &str) -> bool {
    PERSONAL.is_match(&fold(&text.replace('’', "'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_speaks_of_themselves_or_their_own_is_personal() {
        for text in [
            "I am allergic to peanuts.",
            "Mom's birthday is May 3.",
            "Never forget: my passport is in the desk.",
            "娘のさくらは卵アレルギーです。",
            "私の血液型はAB型。",
            "来週は母と温泉に行く。",
        ] {
            assert!(is_personal(text), "{text}");
        }
        for text in [
            "Never deploy on Fridays.",
            "The well in the yard must stay covered.",
            "We use pnpm here.",
            "必ずレビューを通す。",
            "本番には丈夫なバックアップが要る。",
            "兄弟クラスの設計を揃える。",
            "I want you to fix the failing tests for me.",
            "Can you rename my branch?",
            "テストを直してほしいんだけど、私がやるべき？",
        ] {
            assert!(!is_personal(text), "{text}");
        }
    }
}
