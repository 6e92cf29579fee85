//! Commands that do one thing to several memories.

use omoide::Mind;
use omoide_core::Memory;
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;

/// Which memories a command is about.
#[derive(clap::Args, Debug)]
pub struct Several {
    /// The memories: handles such as mem_20260120_001, ids, or the beginning of either.
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
}

impl Several {
    /// Does it to each in turn and tells what came of it.
    ///
    /// # Errors
    /// When one of them is not there or does not allow it; those before it are done then.
    pub fn each(
        &self,
        context: &CommandContext,
        act: impl Fn(&Mind<'_>, &str) -> Result<Memory, omoide::Error>,
        tell: impl Fn(&str) -> String,
    ) -> anyhow::Result<()> {
        let mut done = Vec::new();
        for id in &self.ids {
            let memory = act(&context.mind(), id)?;
            if !context.json {
                context.print(&tell(&context.style.bold(&memory.handle)))?;
            }
            done.push(memory);
        }
        if context.json {
            return context.print_json(&json!({ "memories": done.iter().map(wire::Memory::of).collect::<Vec<_>>() }));
        }
        Ok(())
    }
}
