//! Axes: where they end, where their labels stand, and how numbers on them are written.

use super::number::grouped;

/// A label on the x axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Where it belongs, in the units of the axis.
    pub at: f64,
    /// What it says.
    pub text: String,
}

/// The first of 1, 2, 2.5, 5 or 10 times a power of ten that is not below `value`.
///
/// What is no positive number gives 1, so that every axis has a length.
fn nice_ceiling(value: f64) -> f64 {
    if !value.is_finite() || value <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    // A hair of tolerance: 50 must stay 50 even when the logarithm is not exact.
    let step = steps.into_iter().find(|step| step * power >= value * (1.0 - 1e-9)).unwrap_or(10.0);
    step * power
}

/// Where an axis ends that shows values up to `highest`: at a round number, with at most a tenth to spare.
pub fn axis_end(highest: f64) -> f64 {
    let ceiling = nice_ceiling(highest);
    (1..=10).map(|tenth| ceiling * f64::from(tenth) / 10.0).find(|end| *end >= highest).unwrap_or(ceiling)
}

/// Round numbers from 0 up to `end`, about `count` of them and never more than `count` + 1.
pub fn ticks(end: f64, count: usize) -> Vec<f64> {
    if !end.is_finite() || end <= 0.0 || count == 0 {
        return vec![0.0];
    }
    let step = nice_ceiling(end / count as f64);
    (0..=count).map(|place| place as f64 * step).take_while(|at| *at <= end * (1.0 + 1e-9)).collect()
}

/// A number on an axis, without digits that say nothing.
pub fn axis_number(value: f64) -> String {
    if value.abs() >= 10.0 || value.fract() == 0.0 {
        grouped(value.round().max(0.0) as u64)
    } else {
        let text = format!("{value:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// How far along `cells` a value is, from the middle of the first to the middle of the last; `None` when it is not on the axis.
pub fn place(value: f64, end: f64, cells: usize) -> Option<usize> {
    let share = value / end;
    if cells == 0 || !(0.0..=1.0).contains(&share) {
        return None;
    }
    Some((share * (cells - 1) as f64).round() as usize)
}

/// Which of `cells` that divide the axis a value lies in; `None` when it is not on the axis.
pub fn cell(value: f64, end: f64, cells: usize) -> Option<usize> {
    let share = value / end;
    if cells == 0 || !(0.0..=1.0).contains(&share) {
        return None;
    }
    // The tolerance keeps 5 of 100 in the second of twenty cells.
    Some(((share * cells as f64 + 1e-9) as usize).min(cells - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        for (value, end) in [(87.0, 100.0), (50.0, 50.0), (18.0, 20.0), (36_500.0, 50_000.0), (0.3, 0.5)] {
            assert!((nice_ceiling(value) - end).abs() < 1e-9, "{value}");
        }
        for (highest, end) in [(60.0, 60.0), (60.5, 70.0), (36_500.0, 40_000.0), (3.0, 3.0)] {
            assert!((axis_end(highest) - end).abs() < 1e-9, "{highest}");
        }
        for nonsense in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            assert_eq!(nice_ceiling(nonsense), 1.0);
            assert!(axis_end(nonsense) > 0.0);
        }
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(365.0, 6), [0.0, 100.0, 200.0, 300.0]);
        assert_eq!(ticks(f64::NAN, 6), [0.0]);
        assert_eq!(ticks(5.0, 0), [0.0]);
    }

    #[test]
    fn numbers_on_an_axis_are_short() {
        assert_eq!([0.0, 2.5, 0.25, 100.0, 40_000.0].map(axis_number), ["0", "2.5", "0.25", "100", "40,000"]);
    }

    #[test]
    fn only_what_is_on_the_axis_has_a_place() {
        assert_eq!(place(50.0, 100.0, 11), Some(5));
        assert_eq!(place(100.0, 100.0, 11), Some(10));
        assert_eq!([0.0, 4.9, 5.0, 100.0].map(|value| cell(value, 100.0, 20)), [Some(0), Some(0), Some(1), Some(19)]);
        for (value, end, cells) in [(101.0, 100.0, 11), (f64::NAN, 100.0, 11), (1.0, 0.0, 11), (1.0, 2.0, 0)] {
            assert_eq!(place(value, end, cells), None);
            assert_eq!(cell(value, end, cells), None);
        }
    }
}
