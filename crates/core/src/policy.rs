//! Policies: what is known goes in, what is to be done or shown comes out; nothing is changed here.

pub mod breaker;
pub mod budget;
pub mod clock;
pub mod episode;
pub mod lasting;
pub mod night;
pub mod noise_control;
pub mod session;
