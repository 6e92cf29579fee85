//! Secrets that show by the words before them: passwords, codes, keys that something is set to.

use super::kinds::{Shape, always};
use super::made_up::is_made_up;
use super::value::{has_digit_and_letter, is_random, is_strong, is_typed, is_value};
use super::words::{goes_on, is_placeholder};

/// In the order in which they are looked for, behind all that show by their own shape.
pub(super) const ASSIGNED: &[Shape] = &[
    (
        "password-flag",
        &[
            "sshpass",
            "az login",
            "mysql",
            "docker",
            "podman",
            "redis-cli",
            "unzip",
            "zip -p",
            "7z",
            "smbclient",
            "mongo",
            "ldap",
            "passin",
            "passout",
            "passwd",
        ],
        concat!(
            r"(?:\bsshpass\s+-p\s*|\bmysql(?:dump|admin)?\s[^\n|;]{0,80}?\s-p|\b(?:docker|podman)\s+login\s(?:[^\n|;]{0,120}?\s)?-p\s*",
            r"|\baz\s+login\s[^\n|;]{0,160}?\s-p\s+|\bredis-cli\s(?:[^\n|;]{0,80}?\s)?(?:-a|--pass)\s+|\b(?:unzip|zip)\s(?:[^\n|;]{0,80}?\s)?-P\s*|\b7za?\s[^\n|;]{0,80}?\s-p",
            r"|\bmongo(?:sh|dump|restore)?\s[^\n|;]{0,120}?\s-p\s+|\bldap\w{3,10}\s[^\n|;]{0,160}?\s-w\s+|-pass(?:in|out)?\s+pass:",
            r"|\bsmbclient\s[^\n|;]{0,80}?-U\s*['\x22]?[^\s%'\x22]{1,40}%)['\x22]?(?P<secret>[^\s'\x22|;]{4,100})"
        ),
        is_value,
    ),
    (
        "pgpass",
        &[":5432:", ":5433:", ":6432:", ":*:"],
        r"\b[A-Za-z0-9.*_-]{1,80}:(?:5432|5433|6432|\*):[A-Za-z0-9*_-]{1,60}:[A-Za-z0-9*_-]{1,60}:(?P<secret>[!-9;-~]{4,100})",
        is_value,
    ),
    (
        "one-time-secret",
        &["otpauth:"],
        r"(?i)\botpauth://[^\s'\x22]{0,200}?[?&]secret=(?P<secret>[A-Z2-7=]{8,128})",
        always,
    ),
    (
        "password-flag",
        &["http", "net use"],
        r"(?:\bhttps?\s+(?:[^\n|;]{0,80}?\s)?(?:-a|--auth)[ =]['\x22]?[^\s:'\x22]{1,60}:|\bnet\s+use\s[^\n]{0,120}?/user:\S{1,60}\s+|\bnet\s+use\s+(?:\S+\s+)?\\\\\S+\s+)(?P<secret>[^\s'\x22|;]{4,100})",
        is_value,
    ),
    (
        "password",
        &["ログイン", "入れ", "入っ", "サインイン"],
        r"[A-Za-z0-9._@+-]{2,40}[ \t]*[/／][ \t]*(?P<secret>[!-~]{4,40}?)[ \t]*で(?:ログイン|入れ|入っ|サインイン)",
        is_typed,
    ),
    (
        "password",
        &[".c", ".j", ".n", ".o", ".e"],
        r"\b[A-Za-z0-9._+-]{1,60}@[A-Za-z0-9-]{1,60}\.[A-Za-z0-9.]{2,40}(?:[ \t]+/[ \t]*(?P<secret>[!-~]{6,60})|[ \t]*[:|][ \t]*(?P<other>[A-Za-z0-9!#$%&*+.,=?@^_~-]{6,60}))",
        is_pair_value,
    ),
    (
        "password",
        &["admin", "root"],
        r"(?i)\b(?:admin|administrator|root)(?::|[ \t]+/[ \t]+|/)(?P<secret>[!-.0-9;-?A-~]{6,60})",
        is_strong,
    ),
    (
        "password",
        &["identified", "requirepass", "masterauth"],
        r"(?i)(?:\bidentified\s+(?:with\s+\S{1,40}\s+)?by\s+['\x22]|\b(?:requirepass|masterauth)\s+['\x22]?)(?P<secret>[^\s'\x22;]{3,100})",
        is_value,
    ),
    (
        "password",
        &["auth"],
        r#"(?i)\b(?:auth\s*=\s*|basicauth)\(\s*["'][^"'\n]{1,60}["']\s*,\s*["'](?P<secret>[^"'\n]{3,100})["']"#,
        is_value,
    ),
    ("url-token", &["://"], r"://(?P<secret>[A-Za-z0-9_-]{20,200})@[A-Za-z0-9]", is_random),
    ("netrc", &["machine"], r"\bmachine\s+\S{1,80}\s+login\s+\S{1,80}\s+password\s+(?P<secret>\S{1,120})", is_value),
    (
        "basic-auth-flag",
        &["curl", "-u", "--user"],
        r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s*['\x22]?[^\s:'\x22]{1,60}:(?P<secret>[^\s'\x22]{3,100})",
        is_value,
    ),
    (
        "cookie",
        &["cookie"],
        r"(?i)\bcookie\s*:\s*[^\n]{0,200}?(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)[A-Za-z0-9_.-]{0,20}=(?P<secret>[A-Za-z0-9%._~+/=-]{16,})",
        has_digit_and_letter,
    ),
    (
        "seed-phrase",
        &["phrase", "mnemonic", "フレーズ", "seed words", "wallet words", "recovery words", "backup words", "単語"],
        r"(?i)(?:seed|recovery|mnemonic|backup|wallet|シード|リカバリー?|復元|ウォレット)[ _-]?(?:phrase|フレーズ|words|の?単語)?\s*(?:is|are|was|were|:|=|は|：)\s*['\x22「]?(?P<secret>[a-z]{3,8}(?:[ ,]+[a-z]{3,8}){11,23})\b",
        always,
    ),
    (
        "wallet-key",
        &["private", "秘密鍵"],
        r"(?i)(?:private[ _-]?key|秘密鍵)['\x22]?\s*(?:is|:|=|は|：)\s*['\x22「]?(?P<secret>(?:0x)?[0-9a-f]{64})\b",
        always,
    ),
    (
        "one-time-code",
        &["code", "コード", "otp", "ワンタイム"],
        r"(?i)(?:認証コード|確認コード|ワンタイムパスワード|(?:verification|security|one-time|2fa|otp|login)\s+code|\botp)\s*(?:is|was|は|：|:|=)\s*[「『]?(?P<secret>\d{3}[ -]?\d{3,5})\b",
        always,
    ),
    (
        "social-security-number",
        &["ssn", "social"],
        r"(?i)\b(?:ssn|social\s+security(?:\s+number)?)\s*(?:is|:|=|#)?\s*(?P<secret>\d{3}-?\d{2}-?\d{4})\b",
        always,
    ),
    (
        "my-number",
        &["マイナンバー", "個人番号"],
        r"(?:マイナンバー|個人番号)(?:カード)?\s*(?:は|が|：|:|=)?\s*[「『]?(?P<secret>\d{4}[ -]?\d{4}[ -]?\d{4})",
        always,
    ),
    (
        "card-code",
        &["cvv", "cvc", "security code", "on the back", "セキュリティコード"],
        r"(?i)(?:\bcvv2?|\bcvc2?|\bsecurity code|\bcode on the back|セキュリティコード)(?:[(（][^)）\n]{1,12}[)）])?\s*(?:is|は|が|：|:|=)?\s*(?P<secret>\d{3,4})\b",
        always,
    ),
    (
        "password",
        &["log in", "sign in", "logging in", "signing in", "logged in", "signed in"],
        r"(?i)\b(?:log|sign)(?:g?ing|g?ed)? in(?: to [^\s,]{1,40})? (?:with|using|as) [^\s@,]{1,60}@[^\s,]{1,60},? (?:and|with|/)(?: the)?(?: password| pass| pw)? (?P<secret>[!-~]{5,60})",
        is_strong,
    ),
    (
        "password-flag",
        &["sudo -s", "login", "passwd", "cryptsetup"],
        r"(?i)\becho[ \t]+['\x22]?(?P<secret>[^'\x22\s|$]{4,60})['\x22]?[ \t]*\|[ \t]*(?:sudo[ \t]+-S|(?:docker|podman|helm registry|gh auth|az|vault)[ \t]+login|(?:sudo[ \t]+)?(?:ch)?passwd|(?:sudo[ \t]+)?cryptsetup)\b",
        always,
    ),
    (
        "password-flag",
        &["openssl"],
        r"(?i)\bopenssl\b[^\n]{0,200}?[ \t](?:-k[ \t]+|-pass(?:in|out)?[ \t]+pass:)['\x22]?(?P<secret>[^'\x22\s$]{4,60})",
        always,
    ),
    ("authorization", &["basic "], r"(?i)\bbasic[ \t]+(?P<secret>[A-Za-z0-9+/]{14,}={0,2})", is_encoded),
    (
        "card",
        &["card", "visa", "mastercard", "amex", "クレカ", "カード"],
        r"(?i)(?:\b(?:card(?: number| no\.?|#)?|visa|mastercard|amex)\b|クレカ|カード番号|クレジットカード|デビットカード)[^0-9\n]{0,20}?(?P<secret>\d{4}[ -]?\d{4,6}[ -]?\d{4,5}(?:[ -]?\d{3,4})?)\b",
        is_of_card_length,
    ),
    (
        "password",
        &["で入", "でログイン", "ではいれ", "でサインイン", "を使って", "で見", "」で。"],
        r"(?:管理画面|ログイン|サーバー?|サイト|アカウント|システム|ポータル|NAS|ルーター)[^。\n]{0,20}?(?:「?[A-Za-z0-9._@-]{2,40}」?|メールアドレス|メアド|ID)[ \t]?(?:で|と|/|、)[ \t]?「?(?P<secret>[!-~]{5,40}?)」?[ \t]?(?:で|を使って)(?:入|ログイン|サインイン|はい|見|。)",
        is_pair_value,
    ),
    (
        "combination",
        &["open", "unlock", "disarm"],
        concat!(
            r"(?i)\b(?:safe|locker|lockbox|padlock|lock|gate|garage|door|keypad|alarm|phone|tablet|ipad|iphone|suitcase|shed|box)\b[^.,;:\n0-9]{0,30}?",
            r"\b(?:opens?|unlocks?|disarms?|opened|unlocked|disarmed)(?: with| by| to| on| using)?(?: the)?(?: code| number| combination| digits| pin)?:? ",
            r"(?P<secret>\d{1,3}(?:-\d{1,3}){1,4}|[#*]?\d{4,8}[#*]?)(?:[\s.,;!?)]|$)"
        ),
        always,
    ),
    (
        "combination",
        &["で開", "で解", "で入", "に合わせ", "押", "を入力", "であく"],
        concat!(
            r"(?:金庫|ロッカー|ボックス|オートロック|玄関|ドア|門|ゲート|警備|アラーム|錠|ロック|鍵|ポスト|郵便受け|スーツケース|ガレージ|シャッター|物置|倉庫|裏口|勝手口|入り?口|エントランス)",
            r"[^。\n0-9]{0,12}?(?P<secret>[#*]?\d{3,8}[#*]?|\d{1,3}(?:-\d{1,3}){1,4})(?:で(?:開|解|入|あく|あき)|に合わせ|を(?:押|入力)|押)"
        ),
        always,
    ),
    (
        "security-answer",
        &["memorable word", "safe word", "secret word", "security word"],
        r"(?i)\b(?:memorable|safe|secret|security) word(?:(?: (?:for|at|on) [a-z' -]{1,30}?)? (?:is|was|=)|:)? ?['\x22]?(?P<secret>[A-Za-z]{4,20})\b",
        is_chosen_word,
    ),
    (
        "password",
        &["パスフレーズ"],
        r"パスフレーズ[ \t]*[はが:][ \t]*(?P<secret>[^、。\n!-~「]{4,24}?)[ \t]*(?:です|だよ|。|$)",
        is_answer,
    ),
    ("combination", &["alarm o"], r"(?i)\balarm (?:off|on)[ \t]*[:=][ \t]*(?P<secret>\d{4,8})\b", always),
    ("password", &["pw"], r"(?:^|[^A-Za-z0-9])(?:PW|pw)(?P<secret>[a-z]{4,20}[0-9]{1,6})(?:$|[^A-Za-z0-9])", always),
    (
        "password",
        &["でログイン", "で入", "でサインイン", "で見"],
        r"[A-Za-z0-9._+-]{1,60}@[A-Za-z0-9-]{1,60}\.[A-Za-z0-9.]{2,40}[ \t]?(?:と|/|、|で)[ \t]?「?(?P<secret>[!-~]{5,40}?)」?[ \t]?で(?:ログイン|入|サインイン|見)",
        is_pair_value,
    ),
    ("password", &["wpa_passphrase"], r"\bwpa_passphrase\s+\S{1,40}\s+['\x22]?(?P<secret>[!-~]{8,63})", is_value),
    (
        "authorization",
        &["auth plain", "auth login"],
        r"(?i)\bauth (?:plain|login)[^A-Za-z0-9\n]{1,12}(?P<secret>[A-Za-z0-9+/]{12,}={0,2})",
        is_encoded,
    ),
    (
        "password",
        &[" / "],
        r"(?i)\b(?:portal|login|account|acc|site|website|cms|dashboard|console|admin|panel|app)\b[^\n:]{0,20}?(?::| with| is| as)[ \t]+[A-Za-z0-9._@-]{3,40} / (?P<secret>[!-~]{5,60})",
        is_pair_value,
    ),
    (
        "security-answer",
        &["秘密の質問", "合言葉", "合い言葉"],
        concat!(
            r"(?:秘密の質問の(?:答え|回答)(?:[(（][^)）\n]{1,16}[)）])?|(?:銀行|口座|本人確認|電話|ログイン|認証|証券)[^、。\n]{0,8}の合い?言葉)[ \t]*(?:は|：|:|=)[ \t]*",
            r"(?P<secret>[ぁ-んァ-ヶー一-龠]{1,10}?)(?:です|でした|で登録|だ[。よねっ]|だ$|にし[たて]|。|$)"
        ),
        is_answer,
    ),
    (
        "combination",
        &["ダイヤル", "金庫", "郵便受け", "ポスト"],
        concat!(
            r"(?:ダイヤル|金庫|郵便受け|ポスト)[^。\n]{0,20}?",
            r"(?P<secret>[右左](?:に|へ|回りに|回しで|に回して)?(?:\d回(?:して|で|、)?)?\d{1,2}",
            r"(?:[^。\n0-9]{0,10}?[右左](?:に|へ|回りに|回しで|に回して)?(?:\d回(?:して|で|、)?)?\d{1,2}){1,4})"
        ),
        always,
    ),
    (
        "combination",
        &["combination", "combo", "dial", "safe", "padlock", "locker"],
        concat!(
            r"(?i)\b(?:combination|combo|dial|safe|padlock|locker)\b[^.\n]{0,40}?(?P<secret>",
            r"(?:(?:left|right|clockwise|counterclockwise)(?: (?:to|until|past))? \d{1,2}[, ]+(?:then |and )?){1,4}(?:left|right|clockwise|counterclockwise)(?: (?:to|until|past))? \d{1,2}",
            r"|\d{1,2} (?:left|right)(?:,? (?:then )?\d{1,2} (?:left|right)){1,4})\b"
        ),
        always,
    ),
];

/// An answer is a name or a thing; a sentence about answers goes on.
fn is_answer(value: &str) -> bool {
    let goes_on = [
        "忘れ", "同じ", "秘密", "内緒", "何", "適当", "別", "教え", "変え", "設定", "必要", "不明", "なし", "未", "誰",
        "長", "推奨", "入力", "文字", "単語", "安全", "複数", "必須",
    ];
    !goes_on.iter().any(|word| value.contains(word))
}

/// Base64 as a header has it: no word is written like that.
fn is_encoded(value: &str) -> bool {
    let has = |is_meant: fn(&u8) -> bool| value.as_bytes().iter().any(is_meant);
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    is_mixed && (value.ends_with('=') || has(u8::is_ascii_digit)) && value.len().is_multiple_of(4)
}

/// Whether the digits are as many as a card has; the word before them says that they are its number.
fn is_of_card_length(value: &str) -> bool {
    (14..=16).contains(&value.bytes().filter(u8::is_ascii_digit).count())
}

/// Whether it looks like the second of an account and its password.
fn is_pair_value(value: &str) -> bool {
    is_typed(value) || is_made_up(value)
}

fn is_chosen_word(value: &str) -> bool {
    let folded = value.to_lowercase();
    !goes_on(&folded) && !is_placeholder(&folded)
}
