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
        ("discord-token", format!("M{}.{}.{}", of(23), of(6), of(30))),
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
    for (kind, text) in examples() {
        let redacted = redact(&format!("これ {text} です"));
        assert!(redacted.contains(&format!("[redacted:{kind}]")), "{kind}: {text} gave {redacted}");
        assert!(redacted.starts_with("これ ") && redacted.ends_with(" です"), "{redacted}");
        let tight = redact(&format!("これは{text}、です"));
        assert!(tight.contains(&format!("[redacted:{kind}]")), "{kind}: {text} gave {tight}");
    }
}

#[test]
fn every_kind_has_an_example_and_there_are_more_than_twenty() {
    let examples = examples();
    for kind in kinds() {
        assert!(examples.iter().any(|(name, _)| *name == kind), "{kind}");
    }
    assert!(kinds().len() > 20);
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
