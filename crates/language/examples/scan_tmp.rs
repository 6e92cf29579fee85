//! Temporary.
fn main() {
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let r = omoide_language::secrets::redaction(&text);
        for t in r.taken {
            let from = text[..t.place.start].rfind('\n').map_or(0, |a| a + 1);
            let to = text[t.place.end..].find('\n').map_or(text.len(), |a| t.place.end + a);
            let (b, a) = (&text[from..t.place.start], &text[t.place.end..to]);
            println!(
                "{path}: [{}] {}⟦{}⟧{}",
                t.kind,
                b.chars().rev().take(60).collect::<String>().chars().rev().collect::<String>(),
                text[t.place.clone()].chars().take(60).collect::<String>(),
                a.chars().take(40).collect::<String>()
            );
        }
    }
}
