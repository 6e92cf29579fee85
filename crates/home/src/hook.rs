//! What a host's hook is answered, and the work that hooks leave for later.
//!
//! A hook must never be in the way. Whatever goes wrong, it says nothing, ends well, and leaves a line in the log; it
//! waits for no lock longer than a moment, loads no model, and leaves everything that takes time to programs that go on
//! without it. `wire` is the JSON as it is sent, `event` what it means.

pub mod allowed;
pub mod asked;
mod begun;
pub mod closed;
mod event;
mod exchange;
pub mod log;
mod night;
pub mod project;
mod rules;
mod server_answer;
mod spool;
mod spooled;
pub mod through;
mod wire;
mod worker;

use std::any::Any;
use std::cell::Cell;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use omoide::{Embedders, Engine, Parts};
use omoide_core::ports::{Clock, StoreError};
use omoide_core::{MindName, Moment};
use omoide_language::{LanguageLayer, StaticEmbedder};

use crate::clock::SystemClock;
use crate::config::LoadedConfig;
use crate::config::folders::Folders;
use crate::errors::{self, UserError};
use crate::{Home, stores, streams, wiring};
use allowed::{AllowedMinds, MindChoice};
use asked::{PromptAnswer, RecallCount};
pub use event::HookWord;
use event::{EventKind, SessionEvent};
use log::HookLog;
use rules::Rules;
pub use rules::nearest_choice;
use spool::Spool;
use wire::Sent;

/// How a front end starts a further program of its own for a home, which goes on when the hook has ended: the worker
/// of the spool, or a night.
pub type Start = fn(HookWord, &Home) -> io::Result<()>;

/// A hook at work.
pub struct HookRun {
    home: Home,
    starts: Start,
    clock: SystemClock,
    now: Moment,
    log: HookLog,
    spool: Spool,
    /// The person's own folder.
    person_folder: Option<PathBuf>,
    /// The configuration, or what is wrong with it.
    configuration: Result<LoadedConfig, String>,
    /// The engine of a server that answers hooks.
    engine: Option<Engine>,
    /// Whether a server was asked whose answer did not arrive.
    is_unsure_of_shown: Cell<bool>,
}

/// Says that a choice waits to be allowed.
fn not_allowed(choice: &MindChoice) -> String {
    let (folder, mind) = (choice.folder.display(), &choice.mind);
    format!(
        "{folder} wants to use the mind \"{mind}\", but you have not allowed it; to allow it, run there: omoide allow"
    )
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}

impl HookRun {
    /// A hook on the memory of a home.
    ///
    /// # Errors
    /// When the clock was set to what is no time.
    pub fn new(home: Home, starts: Start) -> Result<Self, UserError> {
        let clock = SystemClock::new(&home.environment, home.lang)?;
        Ok(Self {
            now: clock.now(),
            log: HookLog::below(&home.data_dir),
            spool: Spool::below(&home.data_dir),
            person_folder: home.person_folder(),
            configuration: home.configuration().map_err(|told| told.message),
            engine: None,
            is_unsure_of_shown: Cell::new(false),
            clock,
            starts,
            home,
        })
    }

    /// Does what a word asks with what the host sends, and says what the host is answered, if anything. Whatever fails
    /// goes into the log.
    pub fn answer(&self, word: HookWord, input: Option<impl Read>) -> Option<String> {
        match catch_unwind(AssertUnwindSafe(|| self.act(word, input))) {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                self.log_error(word, &error);
                None
            }
            Err(panic) => {
                self.log(word, &format!("internal error: {}", words_of(panic.as_ref())));
                None
            }
        }
    }

    fn act(&self, word: HookWord, input: Option<impl Read>) -> anyhow::Result<Option<String>> {
        match word {
            HookWord::Worker => worker::run(self).map(|()| None),
            HookWord::Night => night::run(self).map(|()| None),
            _ => {
                let answer = input.map_or(Ok(None), |input| self.respond(word, input));
                // Whatever came of it: someone before may have been killed before the worker was started.
                let has_orphans = || word == HookWord::SessionStart && streams::journals(&self.home).has_orphans();
                if (self.spool.has_work() && !self.spool.is_being_worked_off()) || has_orphans() {
                    self.start_worker(word);
                }
                answer
            }
        }
    }

    fn respond(&self, word: HookWord, input: impl Read) -> anyhow::Result<Option<String>> {
        let bytes = wire::all_of(input).map_err(anyhow::Error::msg)?;
        if let Some(answer) = through::ask(self, word, &bytes) {
            return Ok(answer);
        }
        self.respond_to(word, Sent::read(&*bytes).map_err(anyhow::Error::msg)?)
    }

    fn respond_to(&self, word: HookWord, sent: Sent) -> anyhow::Result<Option<String>> {
        let Some(event) = SessionEvent::of(word, sent) else { return Ok(None) };
        Ok(match &event.what {
            EventKind::Begun(beginning) => {
                begun::answer(self, &event, *beginning)?.map(|block| wire::answer("SessionStart", &block, None))
            }
            EventKind::Asked { prompt } => {
                let told = |count: RecallCount| count.line(self.home.lang);
                let written = |PromptAnswer { block, told: count }| {
                    wire::answer("UserPromptSubmit", &block, count.map(told).as_deref())
                };
                asked::answer(self, &event, prompt)?.map(written)
            }
            EventKind::Answered { .. } | EventKind::Compacting | EventKind::Ended => {
                spooled::note(self, &event)?;
                None
            }
        })
    }

    fn start_worker(&self, word: HookWord) {
        if let Err(error) = (self.starts)(HookWord::Worker, &self.home) {
            self.log(word, &format!("the worker could not be started: {error}"));
        }
    }

    /// The engine, with what costs no time to have; none where there is nothing to recall from.
    fn engine(&self) -> anyhow::Result<Option<Engine>> {
        if let Some(engine) = &self.engine {
            return Ok(Some(engine.clone()));
        }
        let loaded = self.configuration.as_ref().map_err(|message| anyhow::Error::msg(message.clone()))?;
        let store = match stores::open_in_haste(self.home.store_path()) {
            Ok(Some(store)) => store,
            Ok(None) => {
                // Whoever brings it to the present format needs time.
                self.start_worker(HookWord::Worker);
                return Ok(None);
            }
            Err(StoreError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(Engine::new(Parts {
            store,
            understanding: Arc::new(LanguageLayer::new()),
            // A neural model would take longer to load than a person waits; every memory has the built-in vector too.
            embedders: Embedders::of(Arc::new(StaticEmbedder::new())),
            clock: Arc::new(self.clock.clone()),
            ids: wiring::ids(&self.home)?,
            parameters: loaded.parameters.clone(),
        })))
    }

    /// What holds in the event's folder.
    fn rules(&self, event: &SessionEvent) -> Rules {
        let none = Folders::default();
        let folders = self.configuration.as_ref().map_or(&none, |loaded| &loaded.folders);
        let Some(folder) = &event.folder else {
            return Rules::NONE;
        };
        self.rules_in(folder, folders, &self.home.mind)
    }

    /// What holds in a folder whose usual mind is `usual`; what is wrong there goes into the log.
    fn rules_in(&self, folder: &Path, folders: &Folders, usual: &MindName) -> Rules {
        let allowed = AllowedMinds::below(&self.home.data_dir);
        let rules = Rules::of(folder, self.person_folder.as_deref(), folders, &allowed);
        rules.trouble.iter().for_each(|trouble| self.log.add(self.now, "hook", trouble));
        let mind = rules.mind.as_ref().unwrap_or(usual).as_str();
        if let Some(choice) = rules.waiting.as_ref().filter(|choice| choice.mind != mind) {
            // Told once; `status` and `doctor` go on telling it.
            match allowed.note_waiting(choice) {
                Ok(true) => self.log.add(self.now, "hook", &not_allowed(choice)),
                Ok(false) => {}
                Err(error) => self.log.add(self.now, "hook", &format!("{}: {error}", not_allowed(choice))),
            }
        }
        rules
    }

    fn log(&self, word: HookWord, message: &str) {
        self.log.add(self.now, word.name(), message);
    }

    /// Logs what failed beside the answer, which is none the worse for it.
    fn log_failure<E: Into<anyhow::Error>>(&self, word: HookWord, outcome: Result<(), E>) {
        if let Err(error) = outcome {
            self.log_error(word, &error.into());
        }
    }

    fn log_error(&self, word: HookWord, error: &anyhow::Error) {
        self.log(word, &errors::explain(error, self.home.lang).0.message);
    }
}
