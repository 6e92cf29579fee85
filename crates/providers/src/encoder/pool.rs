//! The rows of a text as one vector.

use ndarray::{ArrayView2, Axis};
use serde::{Deserialize, Serialize};

/// How the rows become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean.
    Mean,
    /// The first one.
    Cls,
    /// The largest of each component.
    Max,
}

/// The vector of a text that has at least one row.
pub(super) fn pool(rows: ArrayView2<'_, f32>, pooling: Pooling) -> Vec<f32> {
    match pooling {
        Pooling::Cls => rows.row(0).to_vec(),
        Pooling::Mean => (rows.sum_axis(Axis(0)) / rows.nrows() as f32).to_vec(),
        Pooling::Max => rows.fold_axis(Axis(0), f32::NEG_INFINITY, |most, x| most.max(*x)).to_vec(),
    }
}

/// Brings a vector to length one; one without length stays as it is.
pub(crate) fn normalize(vector: &mut [f32]) {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
    }
}
