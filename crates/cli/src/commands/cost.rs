//! `omoide cost`: what providers were paid, for what, and, apart from it, what a year of it would cost.

use omoide_core::policy::breaker::Breaker;
use omoide_core::ports::store::{Ending, Purpose, Spending};
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::context::CommandContext;
use crate::plot::grouped;
use crate::table::{Table, labelled};
use crate::telling::minute;
use crate::vocabulary::FAILURES;

/// What `cost` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Also show this many of the last calls.
    #[arg(long, value_name = "N", default_value_t = 0)]
    calls: usize,
}

/// Tells.
///
/// # Errors
/// When the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let report = context.engine.cost(args.calls)?;
    let llm = &context.engine.parameters().llm;
    let yen = context.engine.parameters().cost.yen_per_usd;
    let breaker = context.engine.breaker(llm.provider.name())?;
    if context.json {
        let year = report.year.map(|year| {
            json!({
                "from_days": year.days, "input_tokens": year.input_tokens, "output_tokens": year.output_tokens,
                "usd": year.usd, "yen": year.usd * yen,
            })
        });
        let by_purpose: Vec<Value> = report
            .by_purpose
            .iter()
            .map(|(provider, model, purpose, spent)| {
                let mut value = in_json(spent);
                value["provider"] = json!(provider);
                value["model"] = json!(model);
                value["purpose"] = json!(purpose.name());
                value
            })
            .collect();
        let calls: Vec<Value> = report
            .last
            .iter()
            .map(|call| {
                json!({
                    "number": call.number.0, "at": call.at.to_string(), "provider": call.provider, "model": call.model,
                    "purpose": call.purpose.name(), "result": result(call.ending), "memories": call.memories,
                    "input_tokens": call.tokens.input, "output_tokens": call.tokens.output,
                    "usd": call.nanodollars as f64 / 1e9, "is_measured": call.is_measured,
                    "duration_ms": call.duration_ms,
                })
            })
            .collect();
        let (today, month, ever) = (in_json(&report.today), in_json(&report.month), in_json(&report.ever));
        // What was spent and what a year would cost also stand under their earlier names.
        return context.print_json(&json!({
            "spent": { "today": today, "month": month, "ever": ever }, "forecast": { "year": year },
            "today": today, "month": month, "ever": ever,
            "by_purpose": by_purpose, "year": year, "interrupted": report.interrupted,
            "limits": {
                "daily_tokens": llm.daily_tokens, "monthly_tokens": llm.monthly_tokens,
                "daily_usd": llm.daily_usd, "monthly_usd": llm.monthly_usd,
            },
            "is_breaker_open": breaker != Breaker::Closed, "calls": calls,
        }));
    }
    if report.ever.calls == 0 {
        return context.print(lang.pick(
            "nothing was spent: no provider has been used",
            "費用はかかっていません。プロバイダはまだ使われ\
                                                                     ていません",
        ));
    }
    let of = |spent: &Spending, tokens: u32, usd: f64| {
        let (calls, count, most) = (grouped(spent.calls), grouped(spent.tokens.sum()), grouped(tokens.into()));
        let money = spent.usd();
        say!(
            lang,
            "{calls} calls, {count} of {most} tokens, ${money:.4} of ${usd:.2}",
            "{calls}回、{most}トークン中{count}、{usd:.2}ドル中{money:.4}ドル"
        )
    };
    let mut rows = vec![
        (lang.pick("spent today", "今日使った額"), of(&report.today, llm.daily_tokens, llm.daily_usd)),
        (lang.pick("spent this month", "今月使った額"), of(&report.month, llm.monthly_tokens, llm.monthly_usd)),
    ];
    if let Some(year) = report.year {
        let (days, usd, yen) = (year.days, year.usd, grouped((year.usd * yen).round().max(0.0) as u64));
        let told = say!(
            lang,
            "${usd:.2} (¥{yen}) a year if it goes on as in the last {days:.0} days; this is not spent",
            "この{days:.0}日と同じように続けば年{usd:.2}ドル（{yen}円）。まだ使った額ではありません"
        );
        rows.push((lang.pick("forecast", "見込み"), told));
    }
    if report.interrupted > 0 {
        let count = report.interrupted;
        let told = say!(
            lang,
            "{count} calls; each is counted with the most it can have cost. To repeat them: omoide sleep --ask-again",
            "{count}回。かかった可能性のある最大の費用で数えています。もう一度尋ねるには：omoide sleep --ask-again"
        );
        rows.push((lang.pick("interrupted", "中断"), told));
    }
    context.print(&labelled(&rows))?;
    context.print(&by_purpose(&report.by_purpose, lang))?;
    if let Breaker::Open { until, kind, .. } = breaker {
        let (name, until, kind) = (llm.provider.name(), minute(until), FAILURES.read(kind.name(), lang));
        context.print(&say!(
            lang,
            "{name} is not used until {until} ({kind}). To try it now: omoide provider test",
            "{until}まで{name}の使用を休止しています（{kind}）。今すぐ試すには：omoide provider test"
        ))?;
    }
    if report.last.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(&[
        lang.pick("when", "日時"),
        lang.pick("for", "用途"),
        lang.pick(">memories", ">記憶"),
        lang.pick(">in", ">入力"),
        lang.pick(">out", ">出力"),
        ">$",
        ">ms",
        lang.pick("result", "結果"),
    ]);
    for call in &report.last {
        table.push(vec![
            minute(call.at),
            purpose(call.purpose, lang).to_owned(),
            call.memories.to_string(),
            grouped(call.tokens.input),
            grouped(call.tokens.output),
            format!("{:.5}", call.nanodollars as f64 / 1e9),
            call.duration_ms.to_string(),
            result_in_words(call.ending, lang).to_owned(),
        ]);
    }
    context.print(&table.render(None))
}

fn by_purpose(rows: &[(String, String, Purpose, Spending)], lang: Lang) -> String {
    let mut table = Table::new(&[
        lang.pick("this month for", "今月の用途"),
        lang.pick("model", "モデル"),
        lang.pick(">calls", ">回数"),
        lang.pick(">failed", ">失敗"),
        lang.pick(">memories", ">記憶"),
        lang.pick(">repaired", ">修復"),
        lang.pick(">without it", ">代替処理"),
        lang.pick(">tokens", ">トークン"),
        ">$",
    ]);
    for (provider, model, what, spent) in rows {
        table.push(vec![
            purpose(*what, lang).to_owned(),
            format!("{provider}/{model}"),
            grouped(spent.calls),
            grouped(spent.failed),
            grouped(spent.memories),
            grouped(spent.repaired),
            grouped(spent.replaced),
            grouped(spent.tokens.sum()),
            format!("{:.4}", spent.usd()),
        ]);
    }
    table.render(None)
}

fn in_json(spent: &Spending) -> Value {
    json!({
        "calls": spent.calls, "failed": spent.failed, "memories": spent.memories, "repaired": spent.repaired,
        "replaced": spent.replaced, "input_tokens": spent.tokens.input, "output_tokens": spent.tokens.output,
        "usd": spent.usd(),
    })
}

fn result(ending: Ending) -> &'static str {
    match ending {
        Ending::Open => "open",
        Ending::Answered => "answered",
        Ending::Failed(kind) => kind.name(),
    }
}

fn result_in_words(ending: Ending, lang: Lang) -> &'static str {
    match ending {
        Ending::Open => lang.pick("open", "未完了"),
        Ending::Answered => lang.pick("answered", "成功"),
        Ending::Failed(kind) => FAILURES.read(kind.name(), lang),
    }
}

fn purpose(purpose: Purpose, lang: Lang) -> &'static str {
    match purpose {
        Purpose::Analyse => lang.pick("understanding", "理解"),
        Purpose::Summarise => lang.pick("summaries", "要約"),
        Purpose::Trace => lang.pick("keywords", "キーワード"),
        Purpose::Session => lang.pick("sessions", "セッション"),
        Purpose::Plan => lang.pick("query plans", "検索計画"),
        Purpose::Compress => lang.pick("archive summaries", "アーカイブの要約"),
        Purpose::Judge => lang.pick("judgements", "判定"),
        Purpose::Embed => lang.pick("embedding", "埋め込み"),
        Purpose::Test => lang.pick("tests", "試行"),
    }
}
