//! One secret of each kind, and what only looks like one.

use super::*;

fn of(length: usize) -> String {
    "aB3dE5gH7jK9mN1pQ2sT4vW6xY8z".chars().cycle().take(length).collect()
}

fn hex(length: usize) -> String {
    "0123456789abcdef".chars().cycle().take(length).collect()
}

/// Built at run time, so that no scanner of repositories takes these for real ones.
fn examples() -> Vec<(&'static str, String)> {
    let dashes = "-----";
    vec![
        (
            "private-key",
            format!("{dashes}BEGIN RSA PRIVATE KEY{dashes}\nMIIE\nxyz\n{dashes}END RSA PRIVATE KEY{dashes}"),
        ),
        ("age-key", format!("AGE-SECRET-KEY-1{}", "QZ3".repeat(19))),
        ("omoide-key", format!("omo_{}_{}", hex(8), hex(64))),
        ("nvidia-key", format!("nvapi-{}", of(64))),
        ("pinecone-key", format!("pcsk_{}_{}", of(6), of(60))),
        ("vercel-token", format!("vcp_{}", of(56))),
        ("netlify-token", format!("nfp_{}", of(36))),
        ("cloudflare-token", format!("v1.0-{}-{}", hex(24), hex(146))),
        ("cohere-key", format!("co_{}", of(40))),
        ("fireworks-key", format!("fw_{}", of(24))),
        ("resend-key", format!("re_{}_{}", of(8), of(24))),
        ("elevenlabs-key", format!("sk_{}", hex(48))),
        ("posthog-key", format!("phx_{}", of(43))),
        ("asana-token", format!("1/1200000000000001:{}", hex(32))),
        ("aws-session-token", format!("IQoJb3JpZ2lu{}", of(200))),
        ("google-refresh-token", format!("1//0{}", of(60))),
        ("wallet-import-key", format!("5J{}", "3Kq7wT9".repeat(7))),
        ("extended-key", format!("xprv{}", "9s21ZrQH".repeat(13))),
        ("url-token", format!("https://{}@o1.example.com/2", of(32))),
        ("pgpass", "db.example.com:5432:app:app_user:hunter22".to_owned()),
        ("one-time-secret", format!("otpauth://totp/x?secret={}", "JBSWY3DPEHPK3PXP")),
        ("anthropic-key", format!("sk-ant-{}", of(40))),
        ("openrouter-key", format!("sk-or-v1-{}", hex(64))),
        ("stripe-key", format!("sk_{}_{}", "live", of(24))),
        ("stripe-webhook", format!("whsec_{}", of(32))),
        ("openai-key", format!("sk-proj-{}", of(48))),
        ("aws-access-key", format!("AKIA{}", "ABCDEFGH12345678")),
        ("aws-secret-key", format!("aws_secret_access_key = {}", of(40))),
        ("github-token", format!("ghp_{}", of(36))),
        ("github-token", format!("github_pat_{}", of(60))),
        ("gitlab-token", format!("glpat-{}", of(20))),
        ("google-key", format!("AIza{}", of(35))),
        ("google-oauth", format!("GOCSPX-{}", of(28))),
        ("slack-token", format!("xoxb-{}", "123456789012-abcdefghij")),
        ("slack-webhook", format!("https://hooks.slack.com/services/{}", "T000/B000/XXXXXXXXXXXXXXXX")),
        ("discord-webhook", format!("https://discord.com/api/webhooks/123456789/{}", of(60))),
        ("discord-token", format!("MT{}.{}.{}", of(22), of(6), of(30))),
        ("telegram-token", format!("123456789:AA{}", of(33))),
        ("npm-token", format!("npm_{}", of(36))),
        ("pypi-token", format!("pypi-{}", of(60))),
        ("cargo-token", format!("cio{}", of(32))),
        ("docker-token", format!("dckr_pat_{}", of(27))),
        ("huggingface-token", format!("hf_{}", of(34))),
        ("sendgrid-key", format!("SG.{}.{}", of(22), of(43))),
        ("mailgun-key", format!("key-{}", hex(32))),
        ("twilio-key", format!("SK{}", hex(32))),
        ("shopify-token", format!("shpat_{}", hex(32))),
        ("digitalocean-token", format!("dop_v1_{}", hex(64))),
        ("databricks-token", format!("dapi{}", hex(32))),
        ("vault-token", format!("hvs.{}", of(30))),
        ("linear-key", format!("lin_api_{}", of(40))),
        ("notion-token", format!("ntn_{}", of(46))),
        ("groq-key", format!("gsk_{}", of(52))),
        ("xai-key", format!("xai-{}", of(80))),
        ("perplexity-key", format!("pplx-{}", of(48))),
        ("jwt", format!("eyJ{}.eyJ{}.{}", of(20), of(30), of(40))),
        ("connection-string", "postgres://app:s3cr3t!@db.example.com:5432/app".to_owned()),
        ("azure-key", format!("AccountKey={}==", of(86))),
        ("authorization", format!("Authorization: Bearer {}", of(40))),
        ("card", "4111 1111 1111 1111".to_owned()),
        ("card", "378282246310005".to_owned()),
        ("figma-token", format!("figd_{}", of(40))),
        ("postman-key", format!("PMAK-{}-{}", hex(24), hex(34))),
        ("atlassian-token", format!("ATATT3{}", of(180))),
        ("new-relic-key", format!("NRAK-{}", of(27))),
        ("sentry-token", format!("sntrys_{}", of(80))),
        ("heroku-key", format!("HRKU-{}", of(60))),
        ("fly-token", format!("fo1_{}", of(43))),
        ("replicate-token", format!("r8_{}", of(37))),
        ("supabase-key", format!("sbp_{}", hex(40))),
        ("planetscale-token", format!("pscale_tkn_{}", of(43))),
        ("doppler-token", format!("dp.pt.{}", of(43))),
        ("grafana-token", format!("glsa_{}_{}", of(32), hex(8))),
        ("pulumi-token", format!("pul-{}", hex(40))),
        ("terraform-token", format!("{}.atlasv1.{}", of(14), of(67))),
        ("rubygems-key", format!("rubygems_{}", hex(48))),
        ("square-token", format!("sq0atp-{}", of(22))),
        ("mapbox-token", format!("sk.eyJ{}.{}", of(60), of(22))),
        ("dropbox-token", format!("sl.{}", of(130))),
        ("facebook-token", format!("EAA{}", of(120))),
        ("typeform-token", format!("tfp_{}", of(44))),
        ("tailscale-key", format!("tskey-auth-{}-{}", of(12), of(32))),
        ("onepassword-token", format!("ops_eyJ{}", of(200))),
        ("sonar-token", format!("sqp_{}", hex(40))),
        ("hubspot-token", "pat-na1-01234567-89ab-cdef-0123-456789abcdef".to_owned()),
        ("brevo-key", format!("xkeysib-{}-{}", hex(64), of(16))),
        ("mailchimp-key", format!("{}-us14", hex(32))),
        ("plaid-token", "access-sandbox-01234567-89ab-cdef-0123-456789abcdef".to_owned()),
        ("firebase-key", format!("AAAA{}:APA91b{}", of(7), of(134))),
        ("airtable-token", format!("pat{}.{}", of(14), hex(64))),
        ("artifactory-key", format!("AKCp{}", of(69))),
        ("contentful-token", format!("CFPAT-{}", of(43))),
        ("buildkite-token", format!("bkua_{}", hex(40))),
        ("langsmith-key", format!("lsv2_pt_{}_{}", hex(32), hex(10))),
        ("tavily-key", format!("tvly-{}", of(32))),
        ("line-token", format!("LINE_CHANNEL_ACCESS_TOKEN={}", of(120))),
        ("azure-sas", format!("https://a.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sig={}%3D", of(43))),
        ("signed-url", format!("https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature={}", hex(64))),
        ("password-flag", "sshpass -p hunter2 ssh host".to_owned()),
        ("password-flag", "mysql -u root -phunter2 app".to_owned()),
        ("netrc", "machine example.com login me password hunter2".to_owned()),
        ("basic-auth-flag", "curl -s -u admin:hunter2 https://example.com".to_owned()),
        ("cookie", format!("Cookie: theme=dark; session_id={}", of(32))),
        (
            "seed-phrase",
            "seed phrase: apple banana candy delta eager fancy giant happy index joker kite lemon".to_owned(),
        ),
        ("wallet-key", format!("private key: 0x{}", hex(64))),
        ("one-time-code", "認証コードは 123456".to_owned()),
        ("one-time-code", "your verification code is 482913".to_owned()),
        ("social-security-number", "SSN: 123-45-6789".to_owned()),
        ("my-number", "マイナンバーは 1234 5678 9012".to_owned()),
        ("card-code", "CVV: 123".to_owned()),
        ("security-answer", "秘密の質問の答えはタマです".to_owned()),
        ("combination", "the dial: right to 32, left to 18, right to 44".to_owned()),
        ("password", "パスワード：Passw0rd!".to_owned()),
        ("password", "暗証番号は1234".to_owned()),
        ("password", "パスワードは「correcthorse」です".to_owned()),
        ("password", "パスワードを hunter2 に変えた".to_owned()),
        ("password", "password: \"correct horse\"".to_owned()),
        ("password", "DB_PASSWORD=correcthorse".to_owned()),
        ("password", "my password is hunter2".to_owned()),
        ("password", "パスワードは hunter2 です".to_owned()),
        ("secret", format!("API_KEY=\"{}\"", of(32))),
        ("secret", format!("client_secret: {}", of(32))),
    ]
}

#[test]
fn every_kind_is_replaced_by_its_mark() {
    let mut wrong = Vec::new();
    for (kind, text) in examples() {
        let mark = format!("[redacted:{kind}]");
        let loose = redact(&format!("これ {text} です"));
        let tight = redact(&format!("これは{text}、です"));
        let is_whole = loose.starts_with("これ ") && loose.ends_with(" です");
        if !loose.contains(&mark) || !tight.contains(&mark) || !is_whole {
            wrong.push(format!("{kind}: {text} gave {loose} and {tight}"));
        }
        assert!(redaction(&text).kinds().contains(&kind), "{kind}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_of_a_secret_is_left() {
    for secret in ["hunter2", "s3cr3t!", "Passw0rd!"] {
        for text in [
            format!("password: {secret}"),
            format!("パスワードは {secret} です"),
            format!("パスワードは{secret}だよ"),
            format!("ログインパスワード：{secret}"),
            format!("my password is {secret}, ok?"),
            format!("DB_PASSWORD={secret}"),
            format!("mysql://root:{secret}@localhost/app"),
        ] {
            assert!(!redact(&text).contains(secret), "{}", redact(&text));
        }
    }
}

#[test]
fn every_kind_has_an_example_and_there_are_at_least_eighty() {
    let examples = examples();
    for kind in kinds() {
        assert!(examples.iter().any(|(name, _)| *name == kind), "{kind} has no example");
    }
    assert!(kinds().len() >= 80, "{}", kinds().len());
}

#[test]
fn redacting_twice_is_redacting_once() {
    for (_, text) in examples() {
        let once = redact(&text);
        assert_eq!(redact(&once), once);
    }
}

#[test]
fn the_words_around_a_secret_stay() {
    assert_eq!(
        redact("postgres://app:s3cr3t@db/app と password = \"hunter22\"; よろしく"),
        "postgres://app:[redacted:connection-string]@db/app と password = \"[redacted:password]\"; よろしく"
    );
}

#[test]
fn ordinary_code_and_prose_stay() {
    for text in [
        "fn login(password: &str, token: String) -> Result<Token, Error>",
        "password = get_password()",
        "password: str = None",
        "const token = process.env.GITHUB_TOKEN;",
        "the password is required and the token is expired",
        "password=args.password, token=user.token",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "https://example.com:8080/path?token_type=bearer",
        "1234567890123456 microseconds, 2026-01-20T14:30:00",
        "tokens: 8192, max_tokens: 100000, key: value",
        "パスワードを忘れた。パスワードは変更しました",
        "let api_key = std::env::var(\"API_KEY\")?;",
        "sk-learn と scikit-learn-extra-package-name を使う",
        "token_budget_for_summary_level_2 = compute_budget",
        "git clone git@github.com:owner/repo.git",
        "task-notification-service-for-the-billing-team",
    ] {
        assert_eq!(redact(text), text);
    }
}

/// A few hundred lines of what programs and people write, with values that vary.
fn ordinary_lines() -> Vec<String> {
    let templates = [
        "let value_{n} = compute({n}, \"{word}\");",
        "commit {sha1} {word}: change {n}",
        "index {sha7}..{sha7} 100644",
        "sha256:{sha256}",
        "sha512-{base64}==",
        "\"integrity\": \"sha512-{base64}==\"",
        "checksum = \"{sha256}\"",
        "md5 {md5}  {word}.txt",
        "id: {uuid}",
        "GET /api/v1/users/{uuid}?page={n} 200 {n}ms",
        "data:image/png;base64,{base64}",
        "2026-03-{d}T10:20:{d}Z INFO worker-{n} handled request {uuid} in {n}ms",
        "const {word}Token = await getToken({n});",
        "token: {word}_{word}_{word}",
        "tokens: {n}, max_tokens: {n}000",
        "key: {word}.{word}.{word}",
        "api_key = os.environ[\"{upper}_KEY\"]",
        "password = input(\"{word}\")",
        "password: Optional[str] = None",
        "if password != confirm_password: raise ValueError",
        "the password must be {n} characters long",
        "the token is {word}, see {word}.rs line {n}",
        "パスワードは{n}文字以上にしてください",
        "パスワードを忘れたので再設定した。{word}",
        "パスワードはbcryptでハッシュ化する",
        "暗証番号を変更した日は3月{d}日",
        "認証コードの入力欄を{n}桁にした",
        "secretary of state {n}",
        "SELECT token, secret FROM {word} WHERE id = {n};",
        "use {word}::{word}::{word}_{n};",
        "https://example.com/{word}/{n}?sort={word}&utm_source={word}",
        "git@github.com:{word}/{word}.git",
        "<div class=\"{word}-{word}-{n}\" id=\"{word}\">",
        "ISBN 978-4-{n}-{n}-{d}, 電話 03-1234-{n}",
        "arn:aws:s3:::{word}-bucket-{n}",
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{base64} me@host",
        "public_key = \"{base64}\"  # not secret",
        "{word}-{word}-{word}-service-{n}-{word}",
        "sk-learn-{word}-{word}",
        "task_{word}_id={n}; session started",
        "fn {word}_{word}(secret: &str, token: Token) -> bool",
        "Authorization: Bearer <token>",
        "Bearer ${TOKEN}",
        "curl -H \"Accept: application/json\" https://example.com/{word}",
        "docker run -p 8080:80 {word}:{n}",
        "postgres://localhost:5432/{word}",
        "redis://cache:6379/{d}",
        "0x{sha7} {md5}",
        "order 2026{d}{d}{n} shipped, tracking {n}{n}",
        "{upper}_PASSWORD=${{upper}_PASSWORD}",
        "the pass rate is {n} of {n}",
        "passed: {n} failed: 0 skipped: {d}",
        "compass: north-{n}",
        "keyboard: {word}-{n}",
        "π = 3.14159265358979323846264338327950288",
        "phrase: the quick brown fox jumps over the lazy dog",
        "in the backup phrase book there are many words for snow and ice and rain",
    ];
    let words = ["alpha", "config", "memory", "parser", "billing", "session", "render", "queue"];
    let digest = |length: usize, seed: usize| -> String {
        let step = |place: usize| (place * 7 + seed * 13 + place * place * 3) % 16;
        (0..length).map(|place| char::from_digit(step(place) as u32, 16).unwrap_or('0')).collect()
    };
    let base64 = |seed: usize| -> String {
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        (0..86).map(|place| char::from(letters[(place * place * 5 + place * 11 + seed * 29) % 64])).collect()
    };
    let mut lines = Vec::new();
    for (place, template) in templates.iter().enumerate() {
        for seed in 0..8 {
            let word = words[(place + seed) % words.len()];
            let sha = digest(64, place * 8 + seed);
            let uuid = format!("{}-{}-4{}-a{}-{}", &sha[..8], &sha[8..12], &sha[12..15], &sha[15..18], &sha[18..30]);
            lines.push(
                template
                    .replace("{{upper}", &format!("{{{}", word.to_uppercase()))
                    .replace("{n}", &format!("{}", 100 + (place * 37 + seed * 91) % 900))
                    .replace("{d}", &format!("{}", 10 + seed))
                    .replace("{word}", word)
                    .replace("{upper}", &word.to_uppercase())
                    .replace("{sha256}", &sha)
                    .replace("{sha1}", &sha[..40])
                    .replace("{md5}", &sha[..32])
                    .replace("{sha7}", &sha[..7])
                    .replace("{uuid}", &uuid)
                    .replace("{base64}", &base64(seed)),
            );
        }
    }
    lines
}

#[test]
fn hundreds_of_ordinary_lines_stay() {
    let lines = ordinary_lines();
    assert!(lines.len() > 400);
    let alarms: Vec<String> =
        lines.iter().filter(|line| redact(line) != **line).map(|line| format!("{line} → {}", redact(line))).collect();
    assert!(alarms.is_empty(), "{} of {}:\n{}", alarms.len(), lines.len(), alarms.join("\n"));
    let together = lines.join("\n");
    assert_eq!(redact(&together), together);
}
