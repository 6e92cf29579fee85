//! What a turn is about, whatever it is: nothing panics, and every place lies in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use omoide_core::ports::Understanding;
use omoide_language::{
    LanguageLayer, correction, intent, language, message, procedure, sentences, token_count, tokens, topic,
};

fuzz_target!(|turn: (&str, &str)| {
    let (said, replied) = turn;
    let analysis = LanguageLayer::new().analyse(said, replied, 500);
    assert!(analysis.keywords.len() <= 8 && analysis.emotion.intensity <= 100);
    let _ = (topic::topics(said), message::message_type(said), intent::intent(said), procedure::procedural(said));
    let _ = (language::languages(said), sentences::sentences(said), tokens::content_words(said));
    for morpheme in tokens::morphemes(said) {
        assert_eq!(&said[morpheme.start..morpheme.end()], morpheme.surface);
    }
    if let Some(found) = correction::correction(said) {
        assert!(said.contains(found.marker));
    }
    assert_eq!(token_count::estimate(said) == 0, said.is_empty());
});
