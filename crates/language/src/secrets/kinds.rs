//! The table of secrets: how each looks.

use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use super::assigned::ASSIGNED;
use super::card::is_card;
use super::value::{has_digit_and_letter, is_filled};
use crate::pattern::ascii_regex as regex;

/// One way in which a kind of secret is written.
pub(super) struct SecretKind {
    pub(super) name: &'static str,
    /// One of these is in every text that has such a secret; lower case ones are sought in any case.
    pub(super) hints: &'static [&'static str],
    pub(super) is_secret: fn(&str) -> bool,
    shape: &'static str,
    pattern: OnceLock<Regex>,
}

impl SecretKind {
    /// Whether it begins with a mark that nothing else has, and its length is known by its shape.
    pub(super) fn is_prefixed(&self) -> bool {
        self.shape.starts_with(r"\b") && !self.shape.contains("?P<") && self.hints.iter().all(|hint| hint.len() > 3)
    }

    /// Compiled when a hint was seen: most texts have none, and a cold process should not pay for all.
    pub(super) fn pattern(&self) -> &Regex {
        self.pattern.get_or_init(|| regex(self.shape))
    }
}

/// In the order in which they are looked for: the exact shapes first, the assignments last.
pub(super) static KINDS: LazyLock<Vec<SecretKind>> = LazyLock::new(|| {
    let shapes = SHAPES.iter().chain(ASSIGNED);
    let kind = |(name, hints, shape, is_secret): &Shape| SecretKind {
        name,
        hints,
        is_secret: *is_secret,
        shape,
        pattern: OnceLock::new(),
    };
    shapes.map(kind).collect()
});

pub(super) fn always(_: &str) -> bool {
    true
}

pub(super) type Shape = (&'static str, &'static [&'static str], &'static str, fn(&str) -> bool);

const SHAPES: &[Shape] = &[
    (
        "private-key",
        &["PRIVATE KEY"],
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\z)",
        always,
    ),
    (
        "private-key",
        &["Private-Lines:"],
        r"Private-Lines:[ \t]*\d+\s+(?P<secret>(?:[A-Za-z0-9+/=]{20,80}\s*\n?)+[A-Za-z0-9+/=]{20,80}|[A-Za-z0-9+/=]{20,80})",
        always,
    ),
    ("age-key", &["AGE-SECRET"], r"\bAGE-SECRET-KEY-1[0-9A-Z]{50,70}", always),
    ("omoide-key", &["omo_"], r"\bomo_[0-9A-Za-z_]{16,100}", has_digit_and_letter),
    ("nvidia-key", &["nvapi-"], r"\bnvapi-[A-Za-z0-9_-]{40,}", always),
    ("pinecone-key", &["pcsk_"], r"\bpcsk_[A-Za-z0-9]{3,10}_[A-Za-z0-9]{30,}", always),
    ("anthropic-key", &["sk-ant-"], r"\bsk-ant-[A-Za-z0-9_-]{16,}", always),
    ("openrouter-key", &["sk-or-"], r"\bsk-or-(?:v\d-)?[A-Za-z0-9]{20,}", always),
    ("stripe-key", &["_live_", "_test_"], r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}", always),
    ("stripe-webhook", &["whsec_"], r"\bwhsec_[A-Za-z0-9+/=]{16,}", always),
    ("openai-key", &["sk-"], r"\bsk-(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9_-]{20,}", has_digit_and_letter),
    ("aws-access-key", &["AKIA", "ASIA", "ABIA", "ACCA"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b", always),
    (
        "aws-secret-key",
        &["secret"],
        r#"(?i)aws.{0,20}?secret.{0,20}?[\s:='"]+(?P<secret>[A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)"#,
        always,
    ),
    (
        "github-token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})",
        always,
    ),
    (
        "gitlab-token",
        &["glpat-", "gldt-", "glrt-", "glptt-", "glsoat-", "glcbt-"],
        r"\bgl(?:pat|dt|rt|ptt|soat|cbt)-[A-Za-z0-9_-]{18,}",
        always,
    ),
    ("google-key", &["AIza"], r"\bAIza[A-Za-z0-9_-]{35}", always),
    ("google-oauth", &["GOCSPX-", "ya29."], r"\b(?:GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})", always),
    ("slack-token", &["xox", "xapp-"], r"\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,})", always),
    (
        "slack-webhook",
        &["hooks.slack.com"],
        r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}",
        always,
    ),
    (
        "discord-webhook",
        &["/api/webhooks/"],
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[A-Za-z0-9_-]{20,}",
        always,
    ),
    // Its first part is a number in base64, which begins with one of these.
    (
        "discord-token",
        &["MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"],
        r"\b[MNO][DTjz][A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b",
        always,
    ),
    ("telegram-token", &[":AA"], r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,35}", always),
    ("npm-token", &["npm_"], r"\bnpm_[A-Za-z0-9]{30,}", always),
    ("pypi-token", &["pypi-"], r"\bpypi-[A-Za-z0-9_-]{40,}", always),
    ("cargo-token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b", has_digit_and_letter),
    ("docker-token", &["dckr_"], r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}", always),
    ("huggingface-token", &["hf_"], r"\bhf_[A-Za-z0-9]{30,}", always),
    ("sendgrid-key", &["SG."], r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}", always),
    ("mailgun-key", &["key-"], r"\bkey-[0-9a-f]{32}\b", always),
    ("twilio-key", &["SK", "AC"], r"\b(?:SK|AC)[0-9a-f]{32}\b", always),
    ("shopify-token", &["shp"], r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b", always),
    ("vercel-token", &["vcp_", "vck_", "vca_", "vci_"], r"\bvc[pkai]_[A-Za-z0-9]{40,}", always),
    ("netlify-token", &["nfp_"], r"\bnfp_[A-Za-z0-9]{30,}", always),
    (
        "cloudflare-token",
        &["v1.0-", "cfut_", "cfat_"],
        r"\b(?:v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}|cf[ua]t_[A-Za-z0-9_-]{30,})",
        always,
    ),
    ("cohere-key", &["co_"], r"\bco_[A-Za-z0-9]{38,}\b", has_digit_and_letter),
    ("fireworks-key", &["fw_"], r"\bfw_[A-Za-z0-9]{22,}\b", has_digit_and_letter),
    ("resend-key", &["re_"], r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}\b", always),
    ("elevenlabs-key", &["sk_"], r"\bsk_[0-9a-f]{40,64}\b", always),
    ("posthog-key", &["phx_", "phc_"], r"\bph[xc]_[A-Za-z0-9]{32,}", always),
    ("asana-token", &["1/", "2/"], r"\b[12]/\d{12,}(?:/\d{12,})?:[0-9a-f]{32}\b", always),
    ("aws-session-token", &["IQoJ", "FwoG"], r"\b(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9+/=]{80,}", always),
    ("google-refresh-token", &["1//"], r"\b1//0[A-Za-z0-9_-]{40,}", always),
    ("wallet-import-key", &["5H", "5J", "5K"], r"\b5[HJK][1-9A-HJ-NP-Za-km-z]{49}\b", has_digit_and_letter),
    ("extended-key", &["prv"], r"\b[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,}", always),
    ("digitalocean-token", &["_v1_"], r"\bdo[opr]_v1_[0-9a-f]{64}\b", always),
    ("databricks-token", &["dapi"], r"\bdapi[0-9a-f]{32}\b", always),
    ("vault-token", &["hv"], r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}", always),
    ("linear-key", &["lin_api_"], r"\blin_api_[A-Za-z0-9]{32,}", always),
    ("notion-token", &["ntn_", "secret_"], r"\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b", always),
    ("groq-key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}", always),
    ("xai-key", &["xai-"], r"\bxai-[A-Za-z0-9]{40,}", always),
    ("perplexity-key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}", always),
    ("jwt", &["eyJ"], r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", always),
    ("figma-token", &["figd_"], r"\bfigd_[A-Za-z0-9_-]{30,}", always),
    ("postman-key", &["PMAK-"], r"\bPMAK-[0-9a-f]{20,}-[0-9a-f]{30,}", always),
    ("atlassian-token", &["ATATT3"], r"\bATATT3[A-Za-z0-9_=-]{50,}", always),
    ("new-relic-key", &["NRAK-", "NRJS-", "NRII-"], r"\bNR(?:AK|JS|II)-[A-Za-z0-9_-]{19,}", always),
    ("sentry-token", &["sntry"], r"\bsntry[su]_[A-Za-z0-9+/=_-]{40,}", always),
    ("heroku-key", &["HRKU-"], r"\bHRKU-[A-Za-z0-9_-]{36,}", always),
    ("fly-token", &["FlyV1", "fo1_"], r"\b(?:FlyV1 fm\d[A-Za-z0-9_]*_|fo1_)[A-Za-z0-9+/=_-]{30,}", always),
    ("replicate-token", &["r8_"], r"\br8_[A-Za-z0-9]{30,}", always),
    ("supabase-key", &["sbp_", "sb_secret_"], r"\b(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})", always),
    ("planetscale-token", &["pscale_"], r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}", always),
    ("doppler-token", &["dp."], r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{30,}", always),
    (
        "grafana-token",
        &["glsa_", "glc_"],
        r"\b(?:glsa_[A-Za-z0-9]{30,}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/=]{30,})",
        always,
    ),
    ("pulumi-token", &["pul-"], r"\bpul-[0-9a-f]{40}\b", always),
    ("terraform-token", &[".atlasv1."], r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,}", always),
    ("rubygems-key", &["rubygems_"], r"\brubygems_[0-9a-f]{48}\b", always),
    ("square-token", &["sq0"], r"\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}", always),
    ("mapbox-token", &["sk.eyJ"], r"\bsk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}", always),
    ("dropbox-token", &["sl."], r"\bsl\.[A-Za-z0-9_-]{100,}", always),
    ("facebook-token", &["EAA"], r"\bEAA[A-Za-z0-9]{80,}", always),
    ("typeform-token", &["tfp_"], r"\btfp_[A-Za-z0-9_-]{40,}", always),
    ("tailscale-key", &["tskey-"], r"\btskey-(?:auth|api|client|webhook)-[A-Za-z0-9-]{20,}", always),
    ("onepassword-token", &["ops_eyJ"], r"\bops_eyJ[A-Za-z0-9+/=_-]{100,}", always),
    ("sonar-token", &["sqp_", "squ_", "sqa_"], r"\bsq[pua]_[0-9a-f]{40}\b", always),
    ("hubspot-token", &["pat-na", "pat-eu"], r"\bpat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", always),
    ("brevo-key", &["xkeysib-"], r"\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}", always),
    ("mailchimp-key", &["-us"], r"\b[0-9a-f]{32}-us\d{1,2}\b", always),
    (
        "plaid-token",
        &["access-"],
        r"\baccess-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        always,
    ),
    ("firebase-key", &[":APA91b"], r"\bAAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,}", always),
    ("airtable-token", &["pat"], r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b", always),
    ("artifactory-key", &["AKCp"], r"\bAKCp[A-Za-z0-9]{60,}", always),
    ("contentful-token", &["CFPAT-"], r"\bCFPAT-[A-Za-z0-9_-]{40,}", always),
    ("buildkite-token", &["bkua_"], r"\bbkua_[0-9a-f]{40}\b", always),
    ("langsmith-key", &["lsv2_"], r"\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", always),
    ("tavily-key", &["tvly-"], r"\btvly-[A-Za-z0-9-]{20,}", has_digit_and_letter),
    (
        "line-token",
        &["line"],
        r"(?i)line[_ -]?(?:channel|notify)[_ -]?(?:access[_ -]?)?token['\x22]?\s*[:=]\s*['\x22]?(?P<secret>[A-Za-z0-9+/=]{40,})",
        always,
    ),
    ("azure-sas", &["sig="], r"[?&]sv=[^\s'\x22]{0,200}?[?&]sig=(?P<secret>[A-Za-z0-9%+/=]{30,})", always),
    (
        "signed-url",
        &["x-amz-signature", "x-goog-signature"],
        r"(?i)[?&]X-(?:Amz|Goog)-Signature=(?P<secret>[0-9a-f]{32,})",
        always,
    ),
    (
        "connection-string",
        &["://"],
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:@/'\x22<>]{0,80}:(?P<secret>[^\s/'\x22<>]{1,120})@[A-Za-z0-9\[]",
        is_filled,
    ),
    (
        "azure-key",
        &["accountkey", "sharedaccesskey"],
        r"(?i)(?:Account|SharedAccess)Key=(?P<secret>[A-Za-z0-9+/=]{40,})",
        always,
    ),
    (
        "authorization",
        &["authorization", "bearer"],
        r"(?i)\b(?:authorization\s*[:=]\s*['\x22]?\s*(?:bearer|basic|token)\s+|bearer\s+)(?P<secret>[A-Za-z0-9._~+/=-]{16,})",
        has_digit_and_letter,
    ),
    ("card", CARD_STARTS, r"(?:^|[^0-9A-Za-z_.-])(?P<secret>(?:\d[ -]?){12,18}\d)\b", is_card),
];

/// The first two digits that a card can have.
#[rustfmt::skip]
const CARD_STARTS: &[&str] = &[
    "30", "34", "35", "36", "37", "38", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49",
    "51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27", "39", "60", "62", "64", "65",
];
