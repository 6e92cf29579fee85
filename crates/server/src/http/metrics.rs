//! Figures for Prometheus: rate, errors and duration of every route, and what the store holds.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::App;
use super::access::Caller;
use super::figures::Figures;

/// Where the buckets of durations end, in seconds.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// What was counted since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: Mutex<BTreeMap<&'static str, Counted>>,
    in_flight: AtomicI64,
    refused_connections: AtomicI64,
    pub figures: Mutex<Figures>,
}

#[derive(Debug, Default)]
struct Counted {
    statuses: BTreeMap<u16, u64>,
    buckets: [u64; BUCKETS.len()],
    seconds: f64,
    count: u64,
}

impl Metrics {
    /// A request has come.
    pub fn begin(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    /// It was answered.
    pub fn end(&self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }

    /// A connection was refused, because there are too many.
    pub fn refused_connection(&self) {
        self.refused_connections.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an answer.
    pub fn count(&self, route: &'static str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut routes = self.routes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let counted = routes.entry(route).or_default();
        *counted.statuses.entry(status).or_default() += 1;
        for (count, end) in counted.buckets.iter_mut().zip(BUCKETS) {
            *count += u64::from(seconds <= end);
        }
        counted.seconds += seconds;
        counted.count += 1;
    }

    /// What whoever asks may know, as Prometheus reads it: of minds those that they may see, and of the server as a whole
    /// only who may see all minds, because that is made of what all of them do.
    pub fn text(&self, app: &App, access: &Caller) -> String {
        let mut out = String::new();
        if access.may_see_all() {
            self.of_the_server(app, &mut out);
        }
        let figures = self.figures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        figures.write(&mut out, access);
        out
    }

    fn of_the_server(&self, app: &App, out: &mut String) {
        self.requests(out);
        let (waiting, working) = app.work.figures();
        let observed = app.observing.counts();
        let mut one = |name: &str, kind: &str, help: &str, value: f64| {
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        let relaxed = Ordering::Relaxed;
        one("omoide_requests_in_flight", "gauge", "Requests being answered.", self.in_flight.load(relaxed) as f64);
        one(
            "omoide_connections_refused_total",
            "counter",
            "Connections refused because there were too many.",
            self.refused_connections.load(relaxed) as f64,
        );
        one("omoide_work_waiting", "gauge", "Requests waiting for a worker.", waiting as f64);
        one("omoide_work_running", "gauge", "Requests being worked on.", working as f64);
        one("omoide_turns_observed_total", "counter", "Turns taken in.", observed.turns.load(relaxed) as f64);
        one("omoide_turn_commits_total", "counter", "Transactions for them.", observed.groups.load(relaxed) as f64);
        one("omoide_turns_waiting", "gauge", "Turns waiting to be written.", observed.waiting.load(relaxed) as f64);
        one("omoide_body_bytes_held", "gauge", "Bytes of bodies held in memory.", app.held.bytes() as f64);
        one("omoide_event_listeners", "gauge", "Listeners of the event stream.", app.events.listeners() as f64);
        if let Some(traces) = &app.traces {
            let counts = traces.counts();
            one(
                "omoide_spans_sent_total",
                "counter",
                "Spans that the collector took.",
                counts.sent.load(relaxed) as f64,
            );
            let dropped = counts.dropped.load(relaxed) as f64;
            one("omoide_spans_dropped_total", "counter", "Spans that were dropped.", dropped);
        }
    }

    fn requests(&self, out: &mut String) {
        let routes = self.routes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        out.push_str("# HELP omoide_requests_total Requests answered.\n# TYPE omoide_requests_total counter\n");
        for (route, counted) in &*routes {
            for (status, count) in &counted.statuses {
                let _ = writeln!(out, "omoide_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
            }
        }
        let name = "omoide_request_duration_seconds";
        let _ = write!(out, "# HELP {name} How long answers took.\n# TYPE {name} histogram\n");
        for (route, counted) in &*routes {
            for (count, end) in counted.buckets.iter().zip(BUCKETS) {
                let _ = writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"{end}\"}} {count}");
            }
            let _ = writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {}", counted.count);
            let _ = writeln!(out, "{name}_sum{{route=\"{route}\"}} {}", counted.seconds);
            let _ = writeln!(out, "{name}_count{{route=\"{route}\"}} {}", counted.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_all_that_are_as_fast_or_faster() {
        let metrics = Metrics::default();
        metrics.count("recall", 200, Duration::from_millis(3));
        metrics.count("recall", 503, Duration::from_secs(9));
        let mut out = String::new();
        metrics.requests(&mut out);
        assert!(out.contains("omoide_requests_total{route=\"recall\",status=\"503\"} 1"), "{out}");
        assert!(out.contains("_bucket{route=\"recall\",le=\"0.0025\"} 0\n"), "{out}");
        assert!(out.contains("_bucket{route=\"recall\",le=\"0.005\"} 1\n"), "{out}");
        assert!(out.contains("_bucket{route=\"recall\",le=\"+Inf\"} 2\n"), "{out}");
    }
}
