//! How a memory will fade if nothing happens to it, and if it is recalled.

use omoide_core::formulas::level::level_for;
use omoide_core::formulas::reinforcement::{Strength, reinforced};
use omoide_core::formulas::retention::retention_score;
use omoide_core::parameters::{Parameters, ProtectedDecay};
use omoide_core::{Level, Memory};

use crate::{Error, Mind};

/// A memory's retention on one night to come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Nights from now.
    pub night: u32,
    /// Its retention then.
    pub retention_score: f64,
    /// The level that this entitles it to, never above the present one.
    pub level: Level,
}

/// How a memory will fade.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The memory.
    pub memory: Memory,
    /// Left alone.
    pub left_alone: Vec<CurvePoint>,
    /// Recalled before the first night.
    pub recalled: Vec<CurvePoint>,
}

impl Curve {
    /// The first night that finds the memory at each lower level, left alone.
    pub fn falls(&self) -> Vec<(Level, u32)> {
        let mut falls = Vec::new();
        let mut level = self.memory.shown.level;
        for point in &self.left_alone {
            if point.level > level {
                level = point.level;
                falls.push((level, point.night));
            }
        }
        falls
    }
}

impl Mind<'_> {
    /// How a memory will fade over the next `nights`, by threshold alone: shares depend on the others.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn curve(&self, reference: &str, nights: u32) -> Result<Curve, Error> {
        let memory = self.find(reference)?;
        let parameters = self.parameters();
        Ok(Curve {
            left_alone: points(&memory, nights, false, parameters),
            recalled: points(&memory, nights, true, parameters),
            memory,
        })
    }
}

fn points(memory: &Memory, nights: u32, is_recalled_first: bool, parameters: &Parameters) -> Vec<CurvePoint> {
    let (shown, retention) = (&memory.shown, memory.life.retention());
    let is_frozen =
        !shown.is_active() || (shown.protected && parameters.protection.protected_decay == ProtectedDecay::Frozen);
    let mut strength = Strength {
        memory_days: retention.memory_days,
        decay_coefficient: retention.decay_coefficient,
        recall_count: retention.recall_count,
    };
    let mut was_recalled = retention.recalled_since_last_batch || is_recalled_first;
    let mut score = retention.retention_score;
    let mut level = shown.level;
    let mut points = vec![CurvePoint { night: 0, retention_score: score, level }];
    for night in 1..=nights {
        if !is_frozen && level != Level::Archived {
            if was_recalled {
                strength = reinforced(strength, &parameters.recall, &parameters.retention);
            } else {
                strength.memory_days += 1.0;
            }
            was_recalled = false;
            score = retention_score(memory.emotion.intensity, strength.decay_coefficient, strength.memory_days);
            if !shown.protected {
                level = level.max(level_for(score, &parameters.levels));
            }
        }
        points.push(CurvePoint { night, retention_score: score, level });
    }
    points
}
