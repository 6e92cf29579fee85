//! `omoide import claude-code`: the sessions and notes that Claude Code keeps, once each.
//!
//! Turns are known by the uuid of the person's line, so a session that was taken up again, and a second import,
//! bring nothing twice. Turns are written in batches, a transaction each, together with the marks of the files
//! that are done: whenever the import is killed, the next one goes on from there.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use jiff::Timestamp;
use omoide::transcript::{self, MemoryNote, TranscriptReading, TranscriptTurn};
use omoide::{ImportForecast, Observation};
use omoide_core::Moment;
use omoide_core::change::Actor;
use omoide_core::ports::StoreError;
use omoide_home::Home;
use omoide_home::clock;
use omoide_home::errors::UserError;
use omoide_home::hook::closed::ClosedFolders;
use omoide_home::lang::{Lang, say};
use omoide_home::session_file;

use super::found::{FoundFile, FoundSessions};
use super::progress::{ImportOutcome, bar};
use crate::context::CommandContext;
use crate::{input, telling};

/// How many turns are written at once.
const BATCH: usize = 128;
/// A session whose file was changed so lately may still be going on.
const WARM_MICROS: i64 = 10 * 60 * 1_000_000;
/// How much of the end of a file says whether it is the same.
const COMPARED_BYTES: u64 = 4096;
/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 20;

/// The key of a file and a word for its state.
type Mark = (String, String);

/// What `import claude-code` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of Claude Code, of its projects, or of one project; ~/.claude if not given (CLAUDE_CONFIG_DIR).
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Only what was said since then: a date, a time, or words such as "last week".
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// Show what would be remembered, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Args {
    /// Whether nothing is to be changed.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

/// Imports.
pub(super) fn run(args: &Args, context: &CommandContext, home: &Home) -> anyhow::Result<()> {
    let lang = context.lang;
    let now = context.engine.now();
    let since = args.since.as_deref().map(|text| input::stretch(text, &context.zone, now, lang)).transpose()?;
    let Some(folder) = args.folder.clone().or_else(|| home.claude_folder()) else {
        return Err(no_folder(Path::new("~/.claude"), lang).into());
    };
    let found = FoundSessions::below(&folder).map_err(|_| no_folder(&folder, lang))?;
    if found.sessions.is_empty() && found.notes.is_empty() {
        return Err(no_folder(&folder, lang).into());
    }
    let bytes = found.sessions.iter().map(|file| file.bytes).sum();
    let mut import = Import {
        context,
        sessions: &found.sessions,
        folders: HashMap::new(),
        closed: ClosedFolders::of(home)?,
        forecast: if args.dry_run { Some(context.mind().import_forecast()?) } else { None },
        has_begun: false,
        since: since.map(|since| since.from),
        now,
        bar: bar(context, bytes),
        seen: HashSet::new(),
        waiting: Vec::new(),
        marks: Vec::new(),
        outcome: ImportOutcome::default(),
    };
    let closed = found.closed.iter().map(|(path, error)| (path.display().to_string(), error.to_string()));
    import.outcome.failures.extend(closed);
    for file in &found.sessions {
        import.session(file)?;
    }
    for file in &found.notes {
        import.note(file)?;
    }
    import.write()?;
    if import.outcome.remembered > 0 && import.forecast.is_none() {
        context.mind().join_words()?;
    }
    import.bar.finish_and_clear();
    tell(&import.outcome, args, context)
}

struct Import<'c> {
    context: &'c CommandContext,
    sessions: &'c [FoundFile],
    /// The folders that shelves of notes belong to.
    folders: HashMap<PathBuf, Option<PathBuf>>,
    /// Folders in which nothing is to be remembered.
    closed: ClosedFolders,
    /// What an import would do, where it is only tried.
    forecast: Option<ImportForecast>,
    /// Whether anything was handed to the store.
    has_begun: bool,
    since: Option<Moment>,
    now: Moment,
    bar: ProgressBar,
    /// The uids of all turns so far.
    seen: HashSet<String>,
    /// Turns that are not written yet, and the marks of the files that they end.
    waiting: Vec<Observation>,
    marks: Vec<Mark>,
    outcome: ImportOutcome,
}

impl Import<'_> {
    fn session(&mut self, file: &FoundFile) -> anyhow::Result<()> {
        if self.is_too_old(file) {
            self.outcome.older += 1;
        } else {
            match self.read(file) {
                Ok(None) => self.outcome.unchanged += 1,
                Ok(Some((reading, mark))) => self.take(reading, file, mark)?,
                Err(ImportFailure::File(error)) => self.failed(file, &error),
                Err(ImportFailure::Engine(error)) => return Err(error.into()),
            }
        }
        self.bar.inc(file.bytes);
        if self.waiting.len() >= BATCH { self.write() } else { Ok(()) }
    }

    /// The turns of a session file with the mark of its state, unless it is in the state of the last import.
    fn read(&self, file: &FoundFile) -> Result<Option<(TranscriptReading, Mark)>, ImportFailure> {
        let mut input = session_file::open(&file.path)?;
        let mark = mark(file, &mut input)?;
        if self.mark(&mark.0)?.as_deref() == Some(&mark.1) {
            return Ok(None);
        }
        input.seek(SeekFrom::Start(0))?;
        // What is added meanwhile is left to the next import.
        let length = input.metadata()?.len();
        Ok(Some((transcript::read(BufReader::with_capacity(CHUNK_BYTES, input.take(length)))?, mark)))
    }

    fn mark(&self, key: &str) -> Result<Option<String>, omoide::Error> {
        missing_as_none(self.context.mind().mark(key)).map(Option::flatten)
    }

    fn take(&mut self, reading: TranscriptReading, file: &FoundFile, mark: Mark) -> anyhow::Result<()> {
        let TranscriptReading { mut turns, left, tally } = reading;
        self.outcome.read += 1;
        self.outcome.tally.add(&tally);
        // The last turn may still be answered; what is remembered once is not changed.
        let age = self.now.unix_micros() - file.modified;
        let is_warm = (0..WARM_MICROS).contains(&age);
        if is_warm && turns.pop().is_some() {
            self.outcome.waiting += 1;
        }
        let stem = file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let mut has_private = false;
        for mut turn in turns {
            // The file is named after its session.
            turn.session = turn.session.or_else(|| stem.clone());
            let at = turn.at().unwrap_or_else(|| Moment::new(file.modified, 0));
            let at = self.local(at);
            if self.since.is_some_and(|since| at.unix_micros() < since.unix_micros()) {
                continue;
            }
            if turn.folder.as_deref().is_some_and(|folder| self.closed.has(Path::new(folder))) {
                self.outcome.private += 1;
                has_private = true;
                continue;
            }
            self.outcome.turns += u64::from(self.push(turn.observation(&self.context.mind, at)));
            // A session of thousands of turns is not held back until its end.
            if self.waiting.len() >= 2 * BATCH {
                self.write()?;
            }
        }
        self.unsay(&left, stem.as_deref())?;
        // Only a file of which everything was taken is done.
        if !is_warm && self.since.is_none() && !has_private {
            self.marks.push(mark);
        }
        Ok(())
    }

    /// Takes back what was remembered of a session before the person went back in it.
    fn unsay(&mut self, left: &[TranscriptTurn], stem: Option<&str>) -> anyhow::Result<()> {
        if left.is_empty() || self.forecast.is_some() {
            return Ok(());
        }
        for turn in left {
            let Some(session) = turn.session.as_deref().or(stem) else { continue };
            let uid = transcript::uid_of(&turn.uuid);
            missing_as_none(self.context.mind().unsay_in(session, &[uid], Actor::Agent))?;
        }
        Ok(())
    }

    fn note(&mut self, file: &FoundFile) -> anyhow::Result<()> {
        if self.is_too_old(file) {
            return Ok(());
        }
        let text = match read_note(&file.path) {
            Ok(text) => text,
            Err(error) => {
                self.failed(file, &error);
                return Ok(());
            }
        };
        let name =
            |path: Option<&Path>| path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let Some(note) = MemoryNote::read(&name(Some(&file.path)), &text) else { return Ok(()) };
        let shelf = file.path.parent().and_then(Path::parent);
        let folder = shelf.and_then(|shelf| self.folder(shelf));
        if folder.as_deref().is_some_and(|folder| self.closed.has(folder)) {
            self.outcome.private += 1;
            return Ok(());
        }
        let project = folder.as_deref().and_then(Path::to_str).and_then(transcript::project_of);
        let project = project.map_or_else(|| name(shelf), str::to_owned);
        let modified = note.modified.as_deref().and_then(|at| clock::read_time(at, &self.context.zone));
        let at = self.local(modified.unwrap_or_else(|| Moment::new(file.modified, 0)));
        self.outcome.notes += 1;
        self.push(note.observation(&self.context.mind, &name(shelf), &project, at));
        if self.waiting.len() >= BATCH { self.write() } else { Ok(()) }
    }

    /// The folder of the project whose things are kept on a shelf: the name of the shelf cannot be read back, but sessions
    /// tell where they work.
    fn folder(&mut self, shelf: &Path) -> Option<PathBuf> {
        if let Some(known) = self.folders.get(shelf) {
            return known.clone();
        }
        let session = self.sessions.iter().rev().find(|file| file.path.parent() == Some(shelf));
        let folder = session
            .and_then(|file| transcript::folder_of(BufReader::new(session_file::open(&file.path).ok()?)).ok()?);
        let folder = folder.map(PathBuf::from);
        self.folders.insert(shelf.to_owned(), folder.clone());
        folder
    }

    /// Takes what is to be remembered, unless another file had it; says whether it did.
    fn push(&mut self, observation: Observation) -> bool {
        let observation = self.context.mind().fitted(observation);
        let is_first = observation.uid.as_ref().is_none_or(|uid| self.seen.insert(uid.clone()));
        if is_first {
            self.waiting.push(observation);
        } else {
            self.outcome.repeated += 1;
        }
        is_first
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let observations = std::mem::take(&mut self.waiting);
        let marks = std::mem::take(&mut self.marks);
        let mind = self.context.mind();
        if let Some(forecast) = &mut self.forecast {
            mind.foresee(&observations, forecast)?.iter().for_each(|turn| self.outcome.count(turn));
            return Ok(());
        }
        if !observations.is_empty() && !self.has_begun {
            mind.begin_import()?;
            self.has_begun = true;
        }
        for taken in mind.remember_all(&observations, &marks)? {
            self.outcome.count(&taken);
        }
        let remembered = self.outcome.remembered;
        let lang = self.context.lang;
        self.bar.set_message(say!(lang, "{remembered} remembered", "{remembered}件覚えました"));
        Ok(())
    }

    fn failed(&mut self, file: &FoundFile, error: &io::Error) {
        self.outcome.failures.push((file.path.display().to_string(), error.to_string()));
    }

    fn is_too_old(&self, file: &FoundFile) -> bool {
        self.since.is_some_and(|since| file.modified < since.unix_micros())
    }

    /// The same instant as clocks showed it where the person is, and never one that is still to come.
    fn local(&self, at: Moment) -> Moment {
        let micros = at.unix_micros().min(self.now.unix_micros());
        let offset = Timestamp::from_microsecond(micros).map(|at| self.context.zone.to_offset(at).seconds());
        Moment::new(micros, offset.unwrap_or(0))
    }
}

/// Why a file could not be taken: it, or the memory.
enum ImportFailure {
    File(io::Error),
    Engine(omoide::Error),
}

impl From<io::Error> for ImportFailure {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<omoide::Error> for ImportFailure {
    fn from(error: omoide::Error) -> Self {
        Self::Engine(error)
    }
}

/// A store that is not there knows nothing.
fn missing_as_none<T>(answer: Result<T, omoide::Error>) -> Result<Option<T>, omoide::Error> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(omoide::Error::Store(StoreError::Missing { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text of a note.
fn read_note(path: &Path) -> io::Result<String> {
    let file = session_file::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The key of a file and a word for its state: its size and what it ends with.
fn mark(file: &FoundFile, input: &mut File) -> io::Result<Mark> {
    let compared = file.bytes.min(COMPARED_BYTES);
    input.seek(SeekFrom::Start(file.bytes - compared))?;
    let mut end = Vec::new();
    input.take(compared).read_to_end(&mut end)?;
    let path = fs::canonicalize(&file.path).unwrap_or_else(|_| file.path.clone());
    let (bytes, print) = (file.bytes, transcript::fingerprint(&end));
    Ok((format!("{}:{}", transcript::HOST, path.display()), format!("{bytes}:{print:016x}")))
}

fn no_folder(folder: &Path, lang: Lang) -> UserError {
    let folder = folder.display();
    UserError::theirs(
        "no_sessions",
        say!(lang, "there are no sessions of Claude Code in {folder}", "{folder}にClaude Codeのセッションがありません"),
    )
    .hint(lang.pick(
        "name the folder: omoide import claude-code ~/.claude/projects",
        "フォルダを指定してください：omoide import claude-code ~/.claude/projects",
    ))
}

fn tell(outcome: &ImportOutcome, args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if context.json {
        context.print_json(&outcome.in_json(args.dry_run))?;
    } else {
        context.print(&outcome.in_words(args.dry_run, lang))?;
    }
    if outcome.remembered > 0 && !args.dry_run {
        tell_of_nights(context)?;
    }
    if outcome.failures.is_empty() {
        return Ok(());
    }
    let count = outcome.failures.len();
    let details = outcome.failures.iter().map(|(file, why)| format!("{file}: {why}")).collect();
    let told = UserError::theirs(
        "files",
        say!(lang, "{count} files could not be read", "{count}個のファイルを読めませんでした"),
    );
    Err(told
        .details(details)
        .hint(lang.pick(
            "the others were imported; run the command again when they can be read",
            "ほかは取り込みました。読めるようにしてから、もう一度実行してください",
        ))
        .into())
}

/// Old memories have missed nights, and a person chooses when they age by so many.
pub(super) fn tell_of_nights(context: &CommandContext) -> anyhow::Result<()> {
    if let Some(doubt) = context.mind().sleep_status()?.doubt {
        context.note(&telling::waiting(doubt, context.lang));
    }
    Ok(())
}
