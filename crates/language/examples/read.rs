//! What the language layer makes of each line of a text: `… --example read "a line" "another"`.

use omoide_core::ports::Understanding;
use omoide_language::{LanguageLayer, tokens};

fn main() {
    let layer = LanguageLayer::new();
    for said in std::env::args().skip(1) {
        let analysis = layer.analyse(&said, "", 2_000);
        let feeling = &analysis.emotion.feeling;
        let tags: Vec<&str> = feeling.tags.iter().map(|tag| tag.name()).collect();
        println!("{said}");
        println!("  {} {} {} {tags:?}", analysis.category, analysis.emotion.intensity, feeling.valence);
        println!("  arousal {}, protect {}", feeling.arousal, analysis.protect);
        println!("  keywords {:?}", analysis.keywords);
        println!("  words {:?}", tokens::content_words(&said));
    }
}
