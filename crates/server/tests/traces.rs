//! Traces of requests, as a collector gets them.

mod client;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, channel};

use client::Running;
use omoide_server::http::Collector;
use serde_json::{Value, json};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// A collector that answers everything with that status, and hands on the head and the body of what it gets.
fn collector(status: &'static str) -> (SocketAddr, Receiver<(String, Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("it listens");
    let address = listener.local_addr().expect("an address");
    let (sender, taken) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("a connection"));
            let mut head = String::new();
            while stream.read_line(&mut head).expect("a line") > 2 {}
            let length = head.to_ascii_lowercase().lines().find_map(|line| {
                line.strip_prefix("content-length: ").map(|length| length.trim().parse::<u64>().expect("a length"))
            });
            let mut body = Vec::new();
            stream.by_ref().take(length.expect("a length")).read_to_end(&mut body).expect("a body");
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}");
            stream.get_mut().write_all(answer.as_bytes()).expect("sent");
            if sender.send((head, serde_json::from_slice(&body).expect("JSON"))).is_err() {
                return;
            }
        }
    });
    (address, taken)
}

fn traced(address: SocketAddr) -> Running {
    let headers = "authorization=Bearer%20collector";
    let variable = |name: &str| (name == "OTEL_EXPORTER_OTLP_HEADERS").then(|| headers.to_owned());
    let meant = Collector::meant(Some(&format!("http://{address}")), &variable);
    Running::with(|settings| settings.collector = meant)
}

fn spans(document: &Value) -> Vec<Value> {
    let scope = &document["resourceSpans"][0]["scopeSpans"][0];
    assert_eq!(scope["scope"]["name"], "omoide");
    scope["spans"].as_array().expect("spans").clone()
}

fn attribute<'v>(span: &'v Value, key: &str) -> &'v Value {
    let all = span["attributes"].as_array().expect("attributes");
    all.iter().find(|one| one["key"] == key).map_or(&Value::Null, |one| &one["value"])
}

#[test]
fn a_collector_gets_every_request_in_the_documented_form_and_no_text() {
    let (address, taken) = collector("200 OK");
    let server = traced(address);
    server.post("/v1/minds/default/turns", &json!({ "said": "The spare key lies under the blue pot." })).ok();
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let ask = json!({ "query": "Where is the spare key?" });
    server.ask("POST", "/v1/minds/default/recall", &[("traceparent", &parent)], Some(&ask)).ok();
    server.ask("GET", "/v1/minds/default/stats", &[("traceparent", &parent.replace("-01", "-00"))], None).ok();
    server.get("/v1/minds/default/memories/nobody").problem(404);
    // What waits is sent before the server ends.
    drop(server.stop());
    let mut all = Vec::new();
    for (head, document) in taken.try_iter() {
        assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
        let head = head.to_ascii_lowercase();
        assert!(head.contains("content-type: application/json"), "{head}");
        assert!(head.contains("authorization: bearer collector"), "{head}");
        let text = document.to_string();
        assert!(!text.contains("spare key") && !text.contains("blue pot"), "{text}");
        let resource = &document["resourceSpans"][0]["resource"]["attributes"];
        assert_eq!(resource[0], json!({ "key": "service.name", "value": { "stringValue": "omoide" } }));
        all.extend(spans(&document));
    }
    let named = |name: &str| -> Vec<&Value> { all.iter().filter(|span| span["name"] == name).collect() };
    assert_eq!(named("POST /v1/minds/{mind}/turns").len(), 1);
    let recall = named("POST /v1/minds/{mind}/recall");
    let [recall] = recall[..] else { panic!("{all:?}") };
    assert_eq!((&recall["traceId"], &recall["parentSpanId"]), (&json!(TRACE), &json!("00f067aa0ba902b7")));
    assert_eq!((&recall["kind"], &recall["status"]), (&json!(2), &json!({})));
    assert_eq!(attribute(recall, "http.route")["stringValue"], "/v1/minds/{mind}/recall");
    assert_eq!(attribute(recall, "http.response.status_code")["intValue"], "200");
    let nanos = |span: &Value, key: &str| span[key].as_str().expect("text").parse::<u64>().expect("a number");
    let work = named("work recall");
    let [work] = work[..] else { panic!("{all:?}") };
    assert_eq!((&work["traceId"], &work["parentSpanId"]), (&recall["traceId"], &recall["spanId"]));
    for (inner, outer) in [(work, recall), (recall, recall)] {
        assert!(nanos(inner, "startTimeUnixNano") <= nanos(inner, "endTimeUnixNano"));
        assert!(nanos(outer, "endTimeUnixNano") >= nanos(inner, "endTimeUnixNano"));
    }
    // Whoever does not want to be traced is not.
    assert!(named("GET /v1/minds/{mind}/stats").is_empty());
    let missing = named("GET /v1/minds/{mind}/memories/{id}");
    assert_eq!(attribute(missing[0], "error.type")["stringValue"], "not_found");
    for span in &all {
        assert_eq!(span["traceId"].as_str().map(str::len), Some(32), "{span}");
        assert_eq!(span["spanId"].as_str().map(str::len), Some(16), "{span}");
    }
}

#[test]
fn a_collector_that_refuses_or_is_gone_costs_nobody_an_answer() {
    let (refusing, _taken) = collector("500 Internal Server Error");
    let gone = TcpListener::bind("127.0.0.1:0").expect("it listens").local_addr().expect("an address");
    for address in [refusing, gone] {
        let server = traced(address);
        for number in 0..20 {
            server.post("/v1/minds/default/turns", &json!({ "said": format!("Turn number {number}.") })).ok();
        }
        let sandbox = server.stop();
        let mind = sandbox.engine.mind(omoide_core::MindName::default());
        let kinds = vec![omoide_core::Kind::Episode];
        let turns = omoide_core::ports::store::Filter { kinds, ..Default::default() };
        assert_eq!(mind.count(&turns).expect("a count"), 20);
    }
}
