//! Certificates of one's own: a provider whose certificate only they vouch for is trusted with them, and not without.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use omoide_core::ports::{Cancellation, LanguageModel, Question, Shape};
use omoide_providers::remote::{Endpoint, Provider, ProviderConnection, ProxyChoice, RemoteModel, Secret};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

/// A provider with a certificate that nobody else knows; it has one answer.
fn start() -> String {
    let chain = vec![CertificateDer::from_pem_file(file("server.pem")).expect("a certificate")];
    let key = PrivateKeyDer::from_pem_file(file("server.key")).expect("a key");
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(ring)
        .with_safe_default_protocol_versions()
        .expect("the usual versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("they belong together");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("https://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Ok(connection) = rustls::ServerConnection::new(Arc::clone(&config)) else { return };
            let mut tls = rustls::StreamOwned::new(connection, stream);
            // Who does not trust the certificate goes away here.
            if read_request(&mut tls).is_err() {
                continue;
            }
            let body = r#"{"choices":[{"message":{"content":"well"},"finish_reason":"stop"}]}"#;
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = tls.write_all(head.as_bytes()).and_then(|()| tls.write_all(body.as_bytes()));
            tls.conn.send_close_notify();
            let _ = tls.flush();
        }
    });
    address
}

/// Reads a whole request: a connection that is closed before all was read breaks the answer off.
fn read_request(from: &mut impl Read) -> std::io::Result<()> {
    let (mut asked, mut part) = (Vec::new(), [0; 4_096]);
    loop {
        let text = String::from_utf8_lossy(&asked).to_ascii_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            if body.len() >= length.and_then(|length| length.trim().parse().ok()).unwrap_or(0) {
                return Ok(());
            }
        }
        match from.read(&mut part)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            count => asked.extend_from_slice(&part[..count]),
        }
    }
}

fn ask(address: &str, ca_file: Option<PathBuf>) -> Result<String, String> {
    let endpoint =
        Endpoint::new(Provider::Compatible, Some(address), Secret::new("sk-0123456789")).expect("an endpoint");
    let reach = ProviderConnection { ca_file, attempts: 1, proxy: ProxyChoice::None, ..ProviderConnection::default() };
    let model = RemoteModel::new(endpoint, "x", reach).expect("a model");
    let question =
        Question { instructions: "a", material: "b", shape: &Shape::Text(9), max_tokens: 9, temperature: 0.0 };
    let answer = model.ask(&question, &Cancellation::default());
    answer.map(|answer| answer.text).map_err(|failure| failure.to_string())
}

#[test]
fn a_certificate_is_trusted_with_the_file_that_vouches_for_it() {
    let address = start();
    assert_eq!(ask(&address, Some(file("ca.pem"))), Ok("well".to_owned()));
    let refused = ask(&address, None).expect_err("nobody knows it");
    assert!(!refused.contains("sk-0123456789"), "{refused}");
}
