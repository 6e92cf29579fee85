//! What a simulated life came to, as tables, a chart and a sentence.

use omoide::simulate::{SimulatedLife, Simulation};
use omoide_core::Level;
use omoide_home::lang::{Lang, say};

use crate::plot::{Areas, Band, Label, grouped, percent};
use crate::svg::Caption;
use crate::table::Table;
use crate::telling;
use crate::vocabulary::CATEGORIES;

/// The days that the table over time shows.
const STATIONS: [(u32, &str, &str); 6] = [
    (1, "1 day", "1日"),
    (7, "1 week", "1週間"),
    (30, "1 month", "1か月"),
    (91, "3 months", "3か月"),
    (182, "6 months", "6か月"),
    (365, "12 months", "12か月"),
];

/// Distances between the days below the chart; the first that gives few enough is taken.
const STEPS: [u32; 12] = [1, 2, 5, 10, 30, 60, 90, 180, 365, 730, 1_825, 3_650];

/// How many days stand below the chart, at most.
const LABELS: u32 = 7;

/// How many memories were at each level as time went by.
pub(super) fn over_time(simulation: &Simulation, lang: Lang) -> String {
    let mut table = levels_table(lang.pick("after", "経過"), lang);
    let last = simulation.days.last().map_or(0, |day| day.day);
    let stations = STATIONS.iter().filter(|(day, _, _)| *day <= last);
    let mut shown: Vec<(u32, String)> =
        stations.map(|(day, english, japanese)| (*day, lang.pick(english, japanese).to_owned())).collect();
    if !shown.iter().any(|(day, _)| *day == last) {
        shown.push((last, say!(lang, "{last} days", "{last}日")));
    }
    for (number, name) in shown {
        if let Some(day) = simulation.days.iter().find(|day| day.day == number) {
            table.push(levels_row(name, day.levels));
        }
    }
    table.render(None)
}

/// What was kept of each category.
pub(super) fn by_category(simulation: &Simulation, lang: Lang) -> String {
    let mut table = levels_table(lang.pick("category", "カテゴリ"), lang);
    for (category, levels) in &simulation.by_category {
        table.push(levels_row(CATEGORIES.read(category.name(), lang).to_owned(), *levels));
    }
    table.render(None)
}

/// What was kept of each fifth of the intensities.
pub(super) fn by_intensity(simulation: &Simulation, lang: Lang) -> String {
    let mut table = levels_table(lang.pick("intensity", "感情強度"), lang);
    for (fifth, levels) in simulation.by_intensity.iter().enumerate() {
        // The last fifth takes in 100.
        let upto = if fifth == 4 { 100 } else { fifth * 20 + 19 };
        table.push(levels_row(format!("{}–{upto}", fifth * 20), *levels));
    }
    table.render(None)
}

/// The levels over the days, stacked.
pub(super) fn chart(simulation: &Simulation, lang: Lang) -> Areas {
    let last = simulation.days.last().map_or(1, |day| day.day);
    let bands = Level::ALL.into_iter().zip(0..).map(|(level, place): (Level, usize)| Band {
        name: telling::level(level, lang),
        values: simulation.days.iter().map(|day| day.levels[place] as f64).collect(),
    });
    let step = STEPS.into_iter().find(|step| last / step <= LABELS).unwrap_or(last.max(1));
    let days = std::iter::once(1).chain((1..=last / step).map(|place| place * step).filter(|day| *day > 1));
    Areas {
        bands: bands.collect(),
        x_range: (1.0, f64::from(last)),
        x_labels: days.map(|day| Label { at: f64::from(day), text: say!(lang, "day {day}", "{day}日") }).collect(),
    }
}

/// What the chart is called.
pub(super) fn caption(life: &SimulatedLife, simulation: &Simulation, lang: Lang) -> Caption {
    let (days, per_day) = (life.days, life.memories_per_day);
    Caption {
        title: say!(lang, "{days} days, {per_day} memories a day", "{days}日間、1日{per_day}件の記憶"),
        description: summary(life, simulation, lang),
        x_axis: String::new(),
        y_axis: lang.pick("memories", "件数").to_owned(),
    }
}

/// All of it in one sentence.
pub(super) fn summary(life: &SimulatedLife, simulation: &Simulation, lang: Lang) -> String {
    let Some(last) = simulation.days.last() else { return String::new() };
    let [full, brief, trace, archived] = last.levels.map(|count| count as u64);
    let awake = full + brief + trace;
    let share = percent(awake, awake + archived);
    let days = life.days;
    let sum = |count: fn(&omoide::simulate::SimulatedDay) -> usize| {
        grouped(simulation.days.iter().map(count).sum::<usize>() as u64)
    };
    let (recalled, revived, erased) = (sum(|day| day.recalled), sum(|day| day.revived), sum(|day| day.erased));
    let (all, awake) = (grouped(u64::from(life.days) * u64::from(life.memories_per_day)), grouped(awake));
    let [full, brief, trace, archived] = [full, brief, trace, archived].map(grouped);
    say!(
        lang,
        "Of {all} memories in {days} days, {awake} ({share}) are still active: {full} in full, {brief} as summaries, \
         {trace} as traces; {archived} are archived. Recall strengthened {recalled} times, {revived} came back, \
         {erased} were erased.",
        "{days}日間の{all}件のうち、{awake}件（{share}）が残っています：全文{full}件、要約{brief}件、痕跡{trace}件。\
         アーカイブは{archived}件。想起による強化は{recalled}回、復活は{revived}件、消去は{erased}件でした。"
    )
}

fn levels_table(first: &str, lang: Lang) -> Table {
    let all = lang.pick(">all", ">全件");
    let levels = Level::ALL.map(|level| format!(">{}", telling::level(level, lang)));
    let mut heads = vec![first, all];
    heads.extend(levels.iter().map(String::as_str));
    Table::new(&heads)
}

fn levels_row(name: String, levels: [usize; 4]) -> Vec<String> {
    let all: usize = levels.iter().sum();
    let share = |count: usize| if all == 0 { 0.0 } else { count as f64 / all as f64 * 100.0 };
    let mut row = vec![name, grouped(all as u64)];
    row.extend(levels.map(|count| format!("{} {:>4}", grouped(count as u64), format!("{:.0}%", share(count)))));
    row
}
