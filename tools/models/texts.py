"""Texts that a tokenizer can go wrong with, and some to be embedded."""

EMBEDDED = [
    "The puppy slept all afternoon.",
    "My dog had a nap.",
    "We cut the response time by caching the query.",
    "How do I make the program faster?",
    "Grandmother's garden is full of roses.",
    "最適化で表示が速くなった。",
    "パフォーマンスを改善したい",
    "Café crème brûlée, naïve façade — 25 °C!",
    "fn main() { println!(\"{}\", x_1 << 2); } // https://example.org/a?b=c#d",
    "word " * 400,
]

TOKENIZED = EMBEDDED + [
    "a",
    "Hello, World!  Two  spaces\tand\ttabs\r\nand lines",
    "UPPER lower MiXeD İstanbul STRASSE ß ΑΒΓ ς",
    "e\u0301 combining, n\u0303, \u1e69, Å, ﬁ ligature, ½ ², ㍿, ｶﾞｷﾞ ﾊﾟ, ＡＢＣ１２３",
    "中文字符 测试 한국어 텍스트 ภาษาไทย العربية עברית हिन्दी",
    "今日は良い天気ですね。明日はどうでしょうか？「はい」と答えた。",
    "絵文字 😀👍🏽👩‍👩‍👧‍👦🇯🇵 ❤️ end",
    "[CLS] literal [SEP] tokens [MASK] <s> x </s> <mask> y <unk>",
    "\u0000nul\u200bzero\u00adsoft\ufffdreplacement\u0007bell \u2028line \u3000ideographic\u00a0nbsp",
    "supercalifragilisticexpialidocious " + "x" * 99 + " " + "y" * 100 + " " + "z" * 101,
    "don't won't it's 3.14 1,000 $5 50% a-b a_b a/b (c) {d} [e] «f» „g“ ‘h’ …",
    "Z\u0335\u0321a\u0334l\u0321g\u0335o\u0334 \u0301\u0302 lone marks",
    "𠮷野家 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \U0001f9ff \ue000 private",
    "   leading and trailing   ",
    "▁ mark ▁▁ itself",
    "tab\there\nnewline ~ ` ^ | \\ < > = + * & % # @",
]
