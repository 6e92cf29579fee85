//! What the tests of Omoide share: builders and the tidy checks. It is never shipped.

pub mod answers;
pub mod builders;
pub mod clients;
pub mod crowd;
pub mod fake_provider;
pub mod hosts;
pub mod markdown;
pub mod models;
pub mod scale;
pub mod texts;
pub mod tidy;
