//! Why a mind could not do what was asked, by what the caller can do about it.

use omoide_core::policy::night::Step;
use omoide_core::ports::{BoxError, StoreError};
use omoide_core::{ActivityType, Date, MemoryId, Moment, NotAPointer};

/// Why a mind could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing of that name.
    #[error("there is no memory called \"{reference}\"")]
    NotFound {
        /// What was asked for.
        reference: String,
    },
    /// No thread of that name.
    #[error("nothing was said in a thread called \"{name}\"")]
    NoThread {
        /// What was asked for.
        name: String,
    },
    /// More than one memory could be meant.
    #[error("\"{reference}\" fits more than one memory")]
    Ambiguous {
        /// What was asked for.
        reference: String,
        /// The first few that it could be: id and handle.
        candidates: Vec<(MemoryId, String)>,
    },
    /// No turn is called so.
    #[error("there is no turn called \"{reference}\"")]
    UnknownTurn {
        /// The uid, handle, id or number that was given.
        reference: String,
    },
    /// The memory remembers no turn, so it cannot be taken back; it can be archived or erased.
    #[error("{handle} is no turn of a conversation")]
    NotATurn {
        /// The memory.
        handle: String,
    },
    /// Nobody knows what was said after a turn that has no thread.
    #[error("{handle} belongs to no thread, so nothing is known to come after it")]
    TurnWithoutThread {
        /// The memory of the turn.
        handle: String,
    },
    /// The thread has no turns.
    #[error("there is no turn in a thread called \"{name}\"")]
    EmptyThread {
        /// The name of the thread.
        name: String,
    },
    /// There is nothing to remember.
    #[error("there is no text to remember")]
    NoText,
    /// The text is longer than may be taken in.
    #[error("the text has {bytes} bytes; the limit is {limit}")]
    TextTooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// The text holds a NUL, so it is no text.
    #[error("the text contains a NUL byte at offset {offset}")]
    NulInText {
        /// Where the first one is.
        offset: usize,
    },
    /// A word for a category that is empty or too long.
    #[error("\"{name}\" cannot be a category, which has 1 to {limit} characters")]
    CategoryTooLong {
        /// The word, without secrets.
        name: String,
        /// Most characters of a category.
        limit: usize,
    },
    /// There is no item that is called so.
    #[error("there is no task called \"{reference}\"")]
    UnknownTask {
        /// What was asked for.
        reference: String,
    },
    /// More than one item could be meant.
    #[error("\"{reference}\" fits more than one task: {}", .numbers.join(", "))]
    SeveralTasks {
        /// What was asked for.
        reference: String,
        /// Their numbers.
        numbers: Vec<String>,
    },
    /// A name that nobody can have.
    #[error("\"{name}\" cannot be the name of a person, which has 1 to {limit} characters on one line and no secret")]
    BadPersonName {
        /// The name, without secrets.
        name: String,
        /// Most characters of a name.
        limit: usize,
    },
    /// The mind knows nobody of that name.
    #[error("nobody called \"{name}\" is known here")]
    UnknownPerson {
        /// The name.
        name: String,
    },
    /// Two names that are to be joined are one person already.
    #[error("\"{one}\" and \"{other}\" are the same person already")]
    SamePerson {
        /// One name.
        one: String,
        /// The other name.
        other: String,
    },
    /// Two names that are to be parted are not one person.
    #[error("\"{one}\" and \"{other}\" are not the same person")]
    NotJoined {
        /// One name.
        one: String,
        /// The other name.
        other: String,
    },
    /// The name that a person is to be shown by is another person's.
    #[error("\"{name}\" is another person; join the two if they are the same")]
    PersonTaken {
        /// The name.
        name: String,
    },
    /// A word that cannot be a tag.
    #[error("\"{name}\" cannot be a tag, which has 1 to {limit} characters and no comma")]
    BadTag {
        /// The word, without secrets.
        name: String,
        /// Most characters of a tag.
        limit: usize,
    },
    /// The name of a feeling, which is found in what was said and not given by people.
    #[error("\"{name}\" is a feeling, which is found in what was said; a tag of your own needs another word")]
    FeelingAsTag {
        /// The feeling.
        name: String,
    },
    /// The memory would have more tags than it may.
    #[error("{handle} would have more than {limit} tags")]
    TagsFull {
        /// The memory.
        handle: String,
        /// Most tags of a memory.
        limit: usize,
    },
    /// There is no such mind.
    #[error("there is no mind called \"{name}\"")]
    UnknownMind {
        /// What was asked for.
        name: String,
        /// The names of those that there are.
        known: Vec<String>,
    },
    /// There is such a mind already.
    #[error("there is a mind called \"{name}\" already")]
    MindTaken {
        /// Its name.
        name: String,
    },
    /// No memory is of such a project.
    #[error("no memory is of a project called \"{name}\"")]
    UnknownProject {
        /// What was asked for.
        name: String,
        /// The names of the projects that there are.
        known: Vec<String>,
    },
    /// As many memories are protected as may be.
    #[error("{limit} memories are already protected, which is the limit")]
    ProtectionFull {
        /// The limit.
        limit: usize,
        /// The protected ones, oldest first: handle, date and what they begin with.
        oldest: Vec<(String, Moment, String)>,
    },
    /// A protected memory cannot be archived or erased.
    #[error("{handle} is protected")]
    Protected {
        /// The memory.
        handle: String,
    },
    /// It is archived already.
    #[error("{handle} is already archived")]
    AlreadyArchived {
        /// The memory.
        handle: String,
    },
    /// It is not archived.
    #[error("{handle} is not archived")]
    NotArchived {
        /// The memory.
        handle: String,
    },
    /// A memory cannot point to itself.
    #[error("a memory cannot be linked to itself")]
    LinkToItself,
    /// The two are linked already.
    #[error("{from} and {to} are already linked")]
    AlreadyLinked {
        /// The one.
        from: String,
        /// The other.
        to: String,
    },
    /// The two are not linked.
    #[error("{from} and {to} are not linked")]
    NotLinked {
        /// The one.
        from: String,
        /// The other.
        to: String,
    },
    /// The memory points to as many others as it may.
    #[error("{handle} already links to {limit} memories, which is the limit")]
    RelationsFull {
        /// The memory that would hold the link.
        handle: String,
        /// The limit.
        limit: usize,
    },
    /// A line of the activity log that says nothing.
    #[error("a line of the type {} needs a content, or something else that it says", what.name())]
    BareActivity {
        /// Its type.
        what: ActivityType,
    },
    /// A line of the activity log that is from before 1970, or from a day that has not come.
    #[error("the activity log has no line of {at}; it is now {now}")]
    ActivityTime {
        /// The time that was given.
        at: Moment,
        /// What time it is.
        now: Moment,
    },
    /// The text is no pointer into the activity log.
    #[error(transparent)]
    NotAPointer(#[from] NotAPointer),
    /// The activity log has nothing of that date.
    #[error("the activity log has no lines of {date}{}", near(*before, *after))]
    NoActivityDay {
        /// The date.
        date: Date,
        /// The last date before it that has lines.
        before: Option<Date>,
        /// The first date after it that has lines.
        after: Option<Date>,
    },
    /// That day of the activity log has no such line.
    #[error("the activity log of {date} has no line {line}; the last one is {last}")]
    NoActivityLine {
        /// The day.
        date: Date,
        /// The first line that was asked for.
        line: u32,
        /// The last line of the day.
        last: u32,
    },
    /// That night has not come yet.
    #[error("the night of {date} is in the future; it is now {now}")]
    NightToCome {
        /// The night asked for.
        date: Date,
        /// What time it is.
        now: Moment,
    },
    /// The clock is behind what was recorded.
    #[error("the clock says {now}, but turns were recorded at later times, and the night of {last} has already run")]
    ClockSetBack {
        /// What time it is.
        now: Moment,
        /// The last night.
        last: Date,
    },
    /// There is no night to undo.
    #[error("no night has run yet")]
    NoNight,
    /// The night did not run that step, or it is undone already.
    #[error("the night of {date} has no step \"{}\" to undo", step.name())]
    NoStep {
        /// The night.
        date: Date,
        /// The step.
        step: Step,
    },
    /// That night is not the last one, and nights are undone last first.
    #[error("the night of {date} is not the last one; the last one is {last}")]
    NotTheLastNight {
        /// The night asked for.
        date: Date,
        /// The last one.
        last: Date,
    },
    /// The night is too long ago to be undone.
    #[error("the night of {date} can no longer be undone")]
    NightTooOld {
        /// The night.
        date: Date,
    },
    /// Nothing was changed that could be undone.
    #[error("{handle} has no change to undo")]
    NothingToUndo {
        /// The memory.
        handle: String,
    },
    /// The given vector has the wrong size.
    #[error("the vector has {given} components, but vectors of {model} have {wanted}")]
    WrongDimensions {
        /// The model.
        model: String,
        /// As it came.
        given: usize,
        /// As it should be.
        wanted: usize,
    },
    /// There is nowhere to keep the journals of streams.
    #[error("this engine has no place for the journals of streams")]
    NoJournals,
    /// The stream is finished, abandoned or closed.
    #[error("the stream is over")]
    StreamOver,
    /// The file does not begin as an export does.
    #[error("the file is no export of a mind")]
    NotAnExport,
    /// The export was written by a later version.
    #[error("the export has version {found} of its format, this program knows {known}")]
    NewerExport {
        /// Its version.
        found: u32,
        /// The highest one known here.
        known: u32,
    },
    /// An export could not be read or written.
    #[error("the file could not be read or written")]
    File(#[source] std::io::Error),
    /// The embedder failed.
    #[error("no vector could be computed for the text")]
    Embedder(#[source] BoxError),
    /// A text could not be shortened.
    #[error("a memory could not be shortened")]
    Understanding(#[source] BoxError),
}

/// The days of the activity log next to one that has no lines.
fn near(before: Option<Date>, after: Option<Date>) -> String {
    let days: Vec<String> = [before, after].into_iter().flatten().map(|date| date.to_string()).collect();
    if days.is_empty() { "; it is empty".to_owned() } else { format!("; days with lines: {}", days.join(", ")) }
}

impl Error {
    /// Whether it is the text that cannot be remembered; another text might be.
    pub fn is_about_the_text(&self) -> bool {
        matches!(self, Self::NoText | Self::TextTooLong { .. } | Self::NulInText { .. })
    }

    /// Whether it is about one turn of several: the others can be remembered all the same.
    pub fn is_about_the_turn(&self) -> bool {
        let is_reference =
            matches!(self, Self::UnknownTurn { .. } | Self::NotATurn { .. } | Self::TurnWithoutThread { .. });
        is_reference || self.is_about_the_text()
    }

    /// As a store's transaction carries it.
    pub(crate) fn into_store(self) -> StoreError {
        match self {
            Self::Store(error) => error,
            other => StoreError::Caller(Box::new(other)),
        }
    }

    /// As it comes out of a store's transaction.
    pub(crate) fn from_store(error: StoreError) -> Self {
        match error {
            StoreError::Caller(inner) => match inner.downcast::<Self>() {
                Ok(ours) => *ours,
                Err(other) => Self::Store(StoreError::Caller(other)),
            },
            StoreError::NotFound { reference } => Self::NotFound { reference },
            other => Self::Store(other),
        }
    }
}
