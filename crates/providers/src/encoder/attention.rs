//! Attention: every row of a text becomes a mixture of the values of all of its rows.

use std::ops::Range;

use ndarray::{Array2, ArrayView2, Axis, Slice};

use super::bias::Bias;

/// How many rows ask at once: scores of a long text need not all be there together.
pub(super) const ROWS_AT_ONCE: usize = 256;

/// The mixtures, head by head. `asked` holds queries, keys and values side by side.
pub(super) fn attend(asked: &Array2<f32>, spans: &[Range<usize>], heads: usize, bias: Option<&Bias>) -> Array2<f32> {
    let hidden = asked.ncols() / 3;
    let width = hidden / heads;
    let scale = 1.0 / (width as f32).sqrt();
    let mut seen = Array2::zeros((asked.nrows(), hidden));
    for span in spans {
        for head in 0..heads {
            let part = |which: usize| which * hidden + head * width..which * hidden + (head + 1) * width;
            let keys = window(asked, span.clone(), part(1));
            let values = window(asked, span.clone(), part(2));
            for from in span.clone().step_by(ROWS_AT_ONCE) {
                let to = span.end.min(from + ROWS_AT_ONCE);
                let mut scores = window(asked, from..to, part(0)).dot(&keys.t());
                for (number, mut row) in scores.rows_mut().into_iter().enumerate() {
                    let row = row.as_slice_mut().expect("rows of a new array are contiguous");
                    if let Some(bias) = bias {
                        bias.add(row, head, from - span.start + number);
                    }
                    softmax(row, scale);
                }
                let mut rows = seen.slice_axis_mut(Axis(0), Slice::from(from..to));
                rows.slice_axis_mut(Axis(1), Slice::from(part(0))).assign(&scores.dot(&values));
            }
        }
    }
    seen
}

/// Some rows and columns; the macro for it is not allowed here, since it expands to unsafe code.
pub(super) fn window(all: &Array2<f32>, rows: Range<usize>, columns: Range<usize>) -> ArrayView2<'_, f32> {
    let mut view = all.view();
    view.slice_axis_inplace(Axis(0), Slice::from(rows));
    view.slice_axis_inplace(Axis(1), Slice::from(columns));
    view
}

/// Scores to shares that sum to 1, `scale` applied first.
pub(super) fn softmax(scores: &mut [f32], scale: f32) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = ((*score - highest) * scale).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}
