//! A plan carried out on this machine: files written, the crontab edited, the scheduler told.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

use super::cron;
use super::kind::SchedulerKind;
use super::plan::{At, MARK, Machine, PlannedFile, SchedulePlan, SchedulerCall, time_in};
use crate::install::files::{self, FileAccess, Lock};

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScheduleTask {
    /// Have nights run.
    Install,
    /// Have them run no more.
    Remove,
}

/// What becomes of a file, or of the crontab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEdit {
    /// The file; `crontab` for the crontab.
    pub title: PathBuf,
    /// What is there.
    pub before: Option<String>,
    /// What will be there.
    pub after: Option<String>,
}

/// How a scheduler stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScheduleStanding {
    /// It knows nothing of us.
    Off,
    /// It does what `schedule install` would have it do at that time.
    On(At),
    /// It has something of ours that `schedule install` would write otherwise.
    Other(Option<At>),
}

/// A plan for the job of this name, to be carried out.
#[derive(Clone, Debug)]
pub struct CarryOut<'a> {
    /// The plan.
    pub plan: &'a SchedulePlan,
    /// The job's name.
    pub name: &'a str,
    /// The machine that it is carried out on.
    pub machine: &'a Machine,
    /// The language of failures.
    pub lang: Lang,
}

impl CarryOut<'_> {
    /// What a task would change; nothing is changed.
    ///
    /// # Errors
    /// When something cannot be read, or a file of our name is not ours.
    pub fn edits(&self, task: ScheduleTask) -> Result<Vec<FileEdit>, UserError> {
        if let Some(line) = &self.plan.line {
            let before = self.crontab()?;
            let old = before.as_deref().unwrap_or_default();
            let after = match task {
                ScheduleTask::Install => Some(cron::with(old, self.name, line)),
                ScheduleTask::Remove => {
                    Some(cron::without(old, self.name)).filter(|text| before.is_some() && !text.is_empty())
                }
            };
            let after = if task == ScheduleTask::Remove && cron::found(old, self.name).is_none() {
                before.clone()
            } else {
                after
            };
            return Ok(vec![FileEdit { title: PathBuf::from("crontab"), before, after }]);
        }
        let edit = |file: &PlannedFile| {
            let before = self.text(file)?;
            let is_foreign = before.as_ref().is_some_and(|text| !text.contains(MARK));
            if is_foreign && task == ScheduleTask::Install {
                return Err(self.foreign(&file.path));
            }
            let after = match task {
                ScheduleTask::Install => Some(file.text.clone()),
                ScheduleTask::Remove => before.clone().filter(|_| is_foreign),
            };
            Ok(FileEdit { title: file.path.clone(), before, after })
        };
        self.plan.files.iter().map(edit).collect()
    }

    /// Does a task; what was changed. What fails leaves everything as it was.
    ///
    /// # Errors
    /// When a file cannot be written, or the scheduler does not take it.
    pub fn run(&self, task: ScheduleTask) -> Result<Vec<FileEdit>, UserError> {
        // A crontab is read, changed and written: two of us at once would lose a line.
        let lock = Lock::of(&self.machine.home, &self.machine.data_dir);
        let _lock = lock.map_err(|error| self.failed(&self.machine.home.display().to_string(), &error.to_string()))?;
        let edits = self.edits(task)?;
        let has_changed = edits.iter().any(|edit| edit.before != edit.after);
        if task == ScheduleTask::Remove && !has_changed {
            return Ok(edits);
        }
        if task == ScheduleTask::Remove {
            self.calls(&self.plan.off)?;
        }
        let done = self.write(&edits).and_then(|()| match task {
            ScheduleTask::Install => self.calls(&self.plan.on),
            ScheduleTask::Remove => self.calls(&self.plan.after_off),
        });
        if let Err(error) = done {
            // The first failure is told; that putting back fails too would not help.
            let back =
                |edit: &FileEdit| FileEdit { before: edit.after.clone(), after: edit.before.clone(), ..edit.clone() };
            let _ = self.write(&edits.iter().map(back).collect::<Vec<_>>());
            return Err(error);
        }
        Ok(edits)
    }

    /// How the scheduler stands; `plan_at` is the plan for another time.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn standing(&self, plan_at: impl Fn(At) -> SchedulePlan) -> Result<ScheduleStanding, UserError> {
        let texts: Vec<Option<String>> = match self.plan.kind {
            SchedulerKind::Cron => {
                let crontab = self.crontab()?;
                vec![crontab.as_deref().and_then(|text| cron::found(text, self.name)).map(str::to_owned)]
            }
            _ => self.plan.files.iter().map(|file| self.text(file)).collect::<Result<_, UserError>>()?,
        };
        if texts.iter().all(Option::is_none) {
            return Ok(ScheduleStanding::Off);
        }
        let Some(at) = texts.iter().flatten().find_map(|text| time_in(text)) else {
            return Ok(ScheduleStanding::Other(None));
        };
        let wanted = plan_at(at);
        let lines = wanted.line.into_iter().chain(wanted.files.into_iter().map(|file| file.text));
        let is_right = lines.map(Some).eq(texts);
        Ok(if is_right { ScheduleStanding::On(at) } else { ScheduleStanding::Other(Some(at)) })
    }

    fn write(&self, edits: &[FileEdit]) -> Result<(), UserError> {
        for (place, edit) in edits.iter().enumerate().filter(|(_, edit)| edit.before != edit.after) {
            match self.plan.files.get(place) {
                Some(file) => self.write_file(file, edit.after.as_deref())?,
                None => self.write_crontab(edit.after.as_deref())?,
            }
        }
        Ok(())
    }

    fn write_file(&self, file: &PlannedFile, text: Option<&str>) -> Result<(), UserError> {
        let done = match text {
            Some(text) => {
                let bytes = PlannedFile { text: text.to_owned(), ..file.clone() }.bytes();
                files::write(&file.path, &bytes, FileAccess::Like(&file.path))
            }
            None => files::remove(&file.path),
        };
        done.map_err(|error| self.failed(&file.path.display().to_string(), &error.to_string()))
    }

    fn write_crontab(&self, text: Option<&str>) -> Result<(), UserError> {
        match text {
            Some(text) => self.call(&["crontab", "-"], Some(text))?,
            None => self.call(&["crontab", "-r"], None)?,
        };
        // A crontab program that takes only a part would lose the person's lines.
        if self.crontab()?.unwrap_or_default() == text.unwrap_or_default() {
            Ok(())
        } else {
            Err(self.failed(
                "crontab -",
                self.lang.pick("the scheduler did not accept it", "スケジューラに登録されませんでした"),
            ))
        }
    }

    /// The person's crontab; none if there is none.
    fn crontab(&self) -> Result<Option<String>, UserError> {
        let output = self.output(&["crontab", "-l"], None)?;
        let error = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return String::from_utf8(output.stdout).map(Some).map_err(|_| self.failed("crontab -l", "UTF-8?"));
        }
        if error.to_lowercase().contains("no crontab") {
            Ok(None)
        } else {
            Err(self.failed("crontab -l", error.trim()))
        }
    }

    fn text(&self, file: &PlannedFile) -> Result<Option<String>, UserError> {
        let bytes = files::read(&file.path);
        let bytes = bytes.map_err(|error| self.failed(&file.path.display().to_string(), &error.to_string()))?;
        Ok(bytes.map(|bytes| file.read(&bytes)))
    }

    fn calls(&self, calls: &[SchedulerCall]) -> Result<(), UserError> {
        for call in calls {
            let words: Vec<&str> = call.words.iter().map(String::as_str).collect();
            match self.call(&words, None) {
                Err(error) if !call.may_fail => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn call(&self, words: &[&str], stdin: Option<&str>) -> Result<(), UserError> {
        let output = self.output(words, stdin)?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.failed(&words.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
    }

    fn output(&self, words: &[&str], stdin: Option<&str>) -> Result<Output, UserError> {
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => self.missing(words[0]),
            _ => self.failed(words[0], &error.to_string()),
        };
        let mut command = Command::new(words[0]);
        // What the programs say is looked at, so they say it in one language.
        command.args(&words[1..]).env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().map_err(failed)?;
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), stdin) {
            // One that does not read to the end says why when it ends.
            let _ = pipe.write_all(text.as_bytes());
        }
        child.wait_with_output().map_err(failed)
    }

    fn other(&self) -> &'static str {
        if self.plan.kind == SchedulerKind::Cron { "systemd" } else { "cron" }
    }

    fn missing(&self, program: &str) -> UserError {
        let other = self.other();
        UserError::theirs(
            "no_scheduler",
            say!(self.lang, "there is no {program} on this machine", "このマシンには{program}がありません"),
        )
        .hint(say!(
            self.lang,
            "try another scheduler: --kind {other}. Without one, nights that are due run after the next remember or \
             recall",
            "別のスケジューラを試してください：--kind {other}。なくても、未処理の夜間処理は次のrememberやrecallのあ\
             とに実行されます"
        ))
    }

    fn failed(&self, what: &str, why: &str) -> UserError {
        let other = self.other();
        UserError::theirs(
            "schedule",
            say!(
                self.lang,
                "{what} failed: {why}; everything is as it was",
                "{what}に失敗しました（{why}）。すべて元のままです"
            ),
        )
        .hint(say!(
            self.lang,
            "to see what would be done: --dry-run; to try another scheduler: --kind {other}",
            "内容を確かめるには --dry-run、別のスケジューラを試すには --kind {other}"
        ))
    }

    fn foreign(&self, path: &Path) -> UserError {
        let path = path.display();
        UserError::theirs(
            "schedule_foreign",
            say!(
                self.lang,
                "{path} does not belong to Omoide; it was left as it is",
                "{path}はOmoideのものではないため、変更して\
                                                                          いません"
            ),
        )
        .hint(self.lang.pick("move it away", "別の場所に移してください"))
    }
}
