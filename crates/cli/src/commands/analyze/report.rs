//! All that is understood of a text, as data.

use omoide_core::parameters::Encode;
use omoide_core::policy::lasting::{Claim, remembered_as};
use omoide_core::ports::Understanding;
use omoide_core::{Category, Emotion, Moment, Text};
use omoide_language::agreement::{Agreement, agreement};
use omoide_language::correction::correction;
use omoide_language::intent::{Intent, intent};
use omoide_language::language::{Language, languages};
use omoide_language::message::{MessageType, message_type};
use omoide_language::procedure::{Procedural, procedural};
use omoide_language::sentences::sentences;
use omoide_language::time_words::times;
use omoide_language::tokens::{PartOfSpeech, morphemes};
use omoide_language::topic::{Topic, topics};
use omoide_language::{LanguageLayer, secrets, shorten, strip, token_count};

/// More than any turn has: nothing is cut here.
const NO_LIMIT: usize = usize::MAX;

/// All that is understood of a text. Secrets are gone from every part of it.
pub(super) struct AnalysisReport {
    /// What would be remembered: without private and injected parts, secrets behind their marks.
    pub(super) text: String,
    pub(super) reply: String,
    /// Whether something private or injected was taken out.
    pub(super) is_stripped: bool,
    pub(super) languages: Vec<Language>,
    pub(super) sentences: Vec<String>,
    pub(super) words: Vec<ReportedWord>,
    pub(super) keywords: Vec<String>,
    pub(super) emotion: Emotion,
    pub(super) category: Category,
    pub(super) topics: Vec<Topic>,
    pub(super) message_type: MessageType,
    pub(super) intent: Intent,
    pub(super) procedural: Procedural,
    pub(super) correction: Option<ReportedCorrection>,
    pub(super) asks_to_keep: bool,
    pub(super) times: Vec<Time>,
    pub(super) secrets: Vec<&'static str>,
    pub(super) summary: Text,
    pub(super) trace: Text,
    pub(super) tokens: usize,
    pub(super) agreement: Option<Agreement>,
}

pub(super) struct ReportedWord {
    pub(super) surface: String,
    pub(super) base: String,
    pub(super) part: PartOfSpeech,
}

pub(super) struct ReportedCorrection {
    pub(super) marker: String,
    pub(super) wrong: Option<String>,
    pub(super) right: Option<String>,
}

pub(super) struct Time {
    pub(super) text: String,
    pub(super) from: Moment,
    pub(super) to: Moment,
    pub(super) is_recent: bool,
}

impl AnalysisReport {
    pub(super) fn of(text: &str, reply: &str, against: Option<&str>, now: Moment, encode: &Encode) -> Self {
        let layer = LanguageLayer::new();
        let stripped = strip::strip(text);
        let is_stripped = stripped.trim() != text.trim();
        let redaction = secrets::redaction(&stripped);
        let replied = secrets::redaction(&strip::strip(reply));
        let mut kinds = redaction.kinds();
        kinds.extend(replied.kinds().into_iter().filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>());
        let (said, replied) = (redaction.text, replied.text);
        let mut analysis = layer.analyse(&said, &replied, NO_LIMIT);
        let claim = Claim { is_lasting: analysis.is_lasting, is_on_purpose: false };
        let intensity = &mut analysis.emotion.intensity;
        (analysis.category, *intensity) = remembered_as(analysis.category, *intensity, claim, encode);
        let original = Text { trigger: said.clone(), content: replied.clone() };
        let owned = |side: &str| side.to_owned();
        Self {
            is_stripped,
            languages: languages(&said),
            sentences: sentences(&said).into_iter().map(owned).collect(),
            words: morphemes(&said)
                .into_iter()
                .map(|word| ReportedWord {
                    surface: owned(word.surface),
                    base: word.base.into_owned(),
                    part: word.part,
                })
                .collect(),
            topics: topics(&said),
            message_type: message_type(&said),
            intent: intent(&said),
            procedural: procedural(&said),
            correction: correction(&said).map(|found| ReportedCorrection {
                marker: owned(found.marker),
                wrong: found.wrong.map(owned),
                right: found.right.map(owned),
            }),
            times: times(&said, now)
                .into_iter()
                .map(|time| Time {
                    text: owned(&said[time.place]),
                    from: time.from,
                    to: time.to,
                    is_recent: time.is_recent,
                })
                .collect(),
            secrets: kinds,
            summary: shorten::summary(&original),
            trace: shorten::trace(&original),
            tokens: token_count::estimate(&said) + token_count::estimate(&replied),
            agreement: against.map(|older| agreement(&secrets::redact(&strip::strip(older)), &said)),
            keywords: analysis.keywords,
            emotion: analysis.emotion,
            category: analysis.category,
            asks_to_keep: analysis.protect,
            reply: replied,
            text: said,
        }
    }
}
