//! What can go wrong when a program asks, as one table: a word that programs go by, a status, and what helps.

use omoide::Error;
use omoide_core::ports::StoreError;

macro_rules! codes {
    ($($variant:ident $name:literal $status:literal $title:literal),+ $(,)?) => {
        /// What went wrong.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "the titles are the documentation")]
        pub enum Code { $($variant),+ }

        impl Code {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word for it, which stays the same.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The status of an answer over HTTP.
            pub fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }

            /// What it means, whatever the occasion.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),+ }
            }
        }
    };
}

codes! {
    BadRequest "bad_request" 400 "the request was not understood",
    Unauthorized "unauthorized" 401 "a valid key is needed",
    Forbidden "forbidden" 403 "the key does not allow this",
    ForeignHost "foreign_host" 403 "the request names another host, or comes from a web page of another origin",
    UnknownRoute "unknown_route" 404 "there is no such path",
    WrongMethod "wrong_method" 405 "this path does not support this method",
    TooSlow "too_slow" 408 "the request did not arrive in time",
    NotFound "not_found" 404 "there is no such memory",
    NoThread "no_thread" 404 "there is no such thread",
    Ambiguous "ambiguous" 409 "the reference fits more than one memory",
    NoText "no_text" 422 "there is no text to remember",
    TextTooLong "text_too_long" 413 "the text is too long",
    NulInText "nul_in_text" 422 "the text contains a NUL byte",
    BadCategory "bad_category" 422 "such a word cannot be a category",
    UnknownTask "unknown_task" 404 "there is no such task",
    SeveralTasks "several_tasks" 409 "it fits more than one task",
    BadPersonName "bad_person_name" 422 "nobody can have such a name",
    UnknownPerson "unknown_person" 404 "nobody of that name is known here",
    SamePerson "same_person" 409 "the two names are one person already",
    NotJoined "not_joined" 409 "the two names are not one person",
    PersonTaken "person_taken" 409 "the name is another person's",
    BadTag "bad_tag" 422 "such a word cannot be a tag",
    TagsFull "tags_full" 409 "the memory has as many tags as it may have",
    UnknownMind "unknown_mind" 404 "there is no such mind",
    MindTaken "mind_taken" 409 "there is such a mind already",
    UnknownStream "unknown_stream" 404 "there is no such stream",
    StreamOver "stream_over" 409 "the stream is over",
    UnknownProject "unknown_project" 404 "no memory belongs to such a project",
    TooLarge "too_large" 413 "the body is too large",
    WrongMediaType "wrong_media_type" 415 "the content type is not supported here",
    Invalid "invalid" 422 "a value is not valid",
    ProtectionFull "protection_full" 409 "the limit of protected memories is reached",
    Protected "protected" 409 "the memory is protected",
    Archived "archived" 409 "the memory is archived",
    NotArchived "not_archived" 409 "the memory is not archived",
    LinkToItself "link_to_itself" 422 "a memory cannot be linked to itself",
    AlreadyLinked "already_linked" 409 "the two memories are already linked",
    NotLinked "not_linked" 404 "the two memories are not linked",
    RelationsFull "relations_full" 409 "the limit of links of this memory is reached",
    NightToCome "night_to_come" 422 "the night is in the future",
    ClockSetBack "clock_set_back" 409 "the clock is behind the last night",
    NoNight "no_night" 404 "no night has run yet",
    NoStep "no_step" 404 "the last night has no such step to undo",
    NotTheLastNight "not_the_last_night" 409 "only the last night can be undone",
    NightTooOld "night_too_old" 409 "the night can no longer be undone",
    NothingToUndo "nothing_to_undo" 409 "the memory has no change to undo",
    NoActivity "no_activity" 404 "the activity log has no such line",
    UnknownTurn "unknown_turn" 404 "no turn is called so",
    NotATurn "not_a_turn" 422 "the memory is no turn of a conversation",
    WrongDimensions "wrong_dimensions" 422 "the vector does not have the model's size",
    RateLimited "rate_limited" 429 "the key sends too many requests",
    Model "model" 502 "a model could not be used",
    Busy "busy" 503 "another process is using the store and does not release it",
    Overloaded "overloaded" 503 "the server has too many requests to answer",
    Closing "closing" 503 "the server is about to stop",
    NoStore "no_store" 503 "there is no store yet",
    Full "full" 507 "the disk is full",
    Internal "internal" 500 "the server failed",
}

impl Code {
    /// Whether the fault lies here and not with who asks.
    pub fn is_ours(self) -> bool {
        self.status() >= 500
    }
}

/// Why something that was asked for was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What went wrong.
    pub code: Code,
    /// What went wrong this time.
    pub detail: String,
    /// What only the log is told: paths, and what the database said.
    pub cause: Option<String>,
}

impl Failure {
    /// A failure in words.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), cause: None }
    }

    /// A failure of which only the log is told more.
    pub fn ours(code: Code, cause: impl Into<String>) -> Self {
        Self { code, detail: code.title().to_owned(), cause: Some(cause.into()) }
    }

    /// A value that cannot be used.
    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(Code::Invalid, detail)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::Store(error) => return of_store(error),
            Error::NotFound { .. } => Code::NotFound,
            Error::NoThread { .. } => Code::NoThread,
            Error::Ambiguous { reference, candidates } => {
                let names: Vec<&str> = candidates.iter().map(|(_, handle)| handle.as_str()).collect();
                let detail = format!("\"{reference}\" could be any of {}", names.join(", "));
                return Self::new(Code::Ambiguous, detail);
            }
            Error::UnknownTurn { .. } | Error::EmptyThread { .. } => Code::UnknownTurn,
            Error::NotATurn { .. } | Error::TurnWithoutThread { .. } => Code::NotATurn,
            Error::NoText => Code::NoText,
            Error::TextTooLong { .. } => Code::TextTooLong,
            Error::NulInText { .. } => Code::NulInText,
            Error::UnknownProject { name, known } => return unknown_project(name, known),
            Error::UnknownTask { .. } => Code::UnknownTask,
            Error::SeveralTasks { .. } => Code::SeveralTasks,
            Error::BadPersonName { .. } => Code::BadPersonName,
            Error::UnknownPerson { .. } => Code::UnknownPerson,
            Error::SamePerson { .. } => Code::SamePerson,
            Error::NotJoined { .. } => Code::NotJoined,
            Error::PersonTaken { .. } => Code::PersonTaken,
            Error::BadTag { .. } | Error::FeelingAsTag { .. } => Code::BadTag,
            Error::TagsFull { .. } => Code::TagsFull,
            Error::UnknownMind { .. } => Code::UnknownMind,
            Error::MindTaken { .. } => Code::MindTaken,
            Error::CategoryTooLong { .. } => Code::BadCategory,
            Error::ProtectionFull { limit, oldest } => return protection_full(*limit, oldest),
            Error::Protected { handle } => {
                let detail = format!("{handle} is protected; unprotect it first (POST …/{handle}/unprotect)");
                return Self::new(Code::Protected, detail);
            }
            Error::AlreadyArchived { .. } => Code::Archived,
            Error::NotArchived { .. } => Code::NotArchived,
            Error::LinkToItself => Code::LinkToItself,
            Error::AlreadyLinked { .. } => Code::AlreadyLinked,
            Error::NotLinked { .. } => Code::NotLinked,
            Error::RelationsFull { .. } => Code::RelationsFull,
            Error::NightToCome { .. } => Code::NightToCome,
            Error::ClockSetBack { .. } => Code::ClockSetBack,
            Error::NoNight => Code::NoNight,
            Error::NoStep { .. } => Code::NoStep,
            Error::NotTheLastNight { .. } => Code::NotTheLastNight,
            Error::NightTooOld { .. } => Code::NightTooOld,
            Error::NothingToUndo { .. } => Code::NothingToUndo,
            Error::WrongDimensions { .. } => Code::WrongDimensions,
            Error::StreamOver => Code::StreamOver,
            Error::NoJournals => return Self::ours(Code::Internal, error.to_string()),
            Error::NotAnExport | Error::NewerExport { .. } => Code::Invalid,
            Error::BareActivity { .. } | Error::ActivityTime { .. } | Error::NotAPointer(_) => Code::Invalid,
            Error::NoActivityDay { .. } | Error::NoActivityLine { .. } => Code::NoActivity,
            Error::File(cause) => return Self::ours(Code::Internal, cause.to_string()),
            Error::Embedder(cause) | Error::Understanding(cause) => return Self::ours(Code::Model, cause.to_string()),
        };
        Self::new(code, error.to_string())
    }
}

fn unknown_project(name: &str, known: &[String]) -> Failure {
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let detail = format!("no memory is of a project called \"{name}\"; the projects that there are: {known}");
    Failure::new(Code::UnknownProject, detail)
}

fn protection_full(limit: usize, oldest: &[(String, omoide_core::Moment, String)]) -> Failure {
    let names: Vec<&str> = oldest.iter().take(5).map(|(handle, _, _)| handle.as_str()).collect();
    let detail =
        format!("{limit} memories are protected already, and that is the limit; the oldest are {}", names.join(", "));
    Failure::new(Code::ProtectionFull, detail)
}

fn of_store(error: &StoreError) -> Failure {
    let code = match error {
        StoreError::NotFound { .. } => return Failure::new(Code::NotFound, error.to_string()),
        StoreError::Busy => Code::Busy,
        StoreError::Full => Code::Full,
        StoreError::Missing { .. } => Code::NoStore,
        StoreError::ReadOnly { .. }
        | StoreError::Foreign { .. }
        | StoreError::UnknownScheme { .. }
        | StoreError::Newer { .. }
        | StoreError::Damaged { .. }
        | StoreError::Broken { .. }
        | StoreError::Caller(_) => Code::Internal,
    };
    let mut cause = error.to_string();
    let mut below = std::error::Error::source(error);
    while let Some(inner) = below {
        cause = format!("{cause}: {inner}");
        below = inner.source();
    }
    Failure::ours(code, cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_stands_once_and_has_a_status_of_a_failure() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| (400..600).contains(&code.status())));
    }

    #[test]
    fn what_the_database_says_is_for_the_log_only() {
        let cause = "disk I/O error in someone.db";
        let failure = Failure::from(Error::Store(StoreError::Broken { cause: cause.into() }));
        assert_eq!(failure.code, Code::Internal);
        assert!(!failure.detail.contains("someone"), "{}", failure.detail);
        assert!(failure.cause.is_some_and(|told| told.contains(cause)));
    }
}
