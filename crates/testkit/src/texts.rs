//! Texts that nobody wrote, half of them Japanese, whose words are as unevenly common as those of a language.

/// Numbers that look random and are the same every time.
pub struct Dice(pub u64);

impl Dice {
    /// A number from 0 up to 1.
    pub fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        (self.roll() * most as f64) as usize
    }

    /// A rank from 0, the first ones the most common, as words are in a language.
    fn rank(&mut self, words: usize) -> usize {
        let rank = (words as f64).powf(self.roll()) - 1.0;
        (rank as usize).min(words - 1)
    }
}

/// The English word of that rank.
pub fn english_word(rank: usize) -> String {
    const SMALL: [&str; 24] = [
        "the", "a", "to", "and", "of", "it", "is", "in", "that", "was", "for", "we", "with", "on", "you", "have",
        "this", "but", "not", "are", "at", "so", "be", "from",
    ];
    if let Some(word) = SMALL.get(rank) {
        return (*word).to_owned();
    }
    const FRONT: [&str; 16] = ["b", "c", "d", "f", "gr", "h", "k", "l", "m", "n", "pr", "r", "st", "t", "v", "w"];
    const BACK: [&str; 16] =
        ["al", "an", "ar", "en", "er", "il", "in", "ol", "om", "on", "or", "ut", "um", "ack", "ile", "ert"];
    let mut word = String::new();
    let mut left = rank;
    while word.is_empty() || left > 0 {
        word.push_str(FRONT[left % 16]);
        word.push_str(BACK[left / 16 % 16]);
        left /= 256;
    }
    if rank.is_multiple_of(7) {
        word[..1].make_ascii_uppercase();
    }
    word
}

/// The Japanese word of that rank.
pub fn japanese_word(rank: usize) -> String {
    const COMMON: &str = "日人年大本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢";
    const KATAKANA: &str = "アイウエオカキクケコサシスセソタチツテトナニネノハヒフヘホマミムメモラリルレロ";
    let kanji: Vec<char> = COMMON.chars().collect();
    let kana: Vec<char> = KATAKANA.chars().collect();
    match rank % 3 {
        0 => kana.iter().cycle().skip(rank % 41).step_by(1 + rank / 41 % 7).take(3 + rank % 2).collect(),
        _ => [kanji[rank % kanji.len()], kanji[(rank / 3 + rank / kanji.len() * 7) % kanji.len()]].iter().collect(),
    }
}

fn english(dice: &mut Dice, words: usize) -> String {
    let words: Vec<String> = (0..words).map(|_| english_word(dice.rank(30_000))).collect();
    words.join(" ") + "."
}

fn japanese(dice: &mut Dice, words: usize) -> String {
    const PARTICLES: [&str; 8] = ["の", "を", "に", "は", "が", "で", "と", "も"];
    const ENDINGS: [&str; 4] = ["した。", "です。", "している。", "したいと思う。"];
    let mut text = String::new();
    for _ in 0..words / 2 {
        text.push_str(&japanese_word(dice.rank(20_000)));
        text.push_str(PARTICLES[dice.rank(8)]);
    }
    text + ENDINGS[dice.below(4)]
}

/// A text of about so many words, Japanese or English.
pub fn text(dice: &mut Dice, is_japanese: bool, words: usize) -> String {
    if is_japanese { japanese(dice, words) } else { english(dice, words) }
}
