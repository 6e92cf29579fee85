//! Which right each operation needs, whatever asks for it: routes, the routes in mem0's shape, and the tools of MCP.

use crate::keys::Right;

/// What someone wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// To look at memories, pages, nights and figures.
    Look,
    /// To recall; who may not write leaves no mark.
    Recall,
    /// To take in turns, and answer hooks.
    Remember,
    /// To change memories and pages in a way that can be taken back.
    Change,
    /// To erase memories that are named one by one.
    Erase,
    /// To erase all memories of someone, or of a mind.
    EraseAll,
    /// To run nights, and to take them back.
    Sleep,
    /// To see and to set the configuration.
    Configure,
}

impl Operation {
    /// The right that it needs.
    pub fn right(self) -> Right {
        match self {
            Self::Look | Self::Recall => Right::Read,
            Self::Remember | Self::Change | Self::Erase => Right::Write,
            Self::EraseAll | Self::Sleep | Self::Configure => Right::Admin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::route_operations;
    use crate::mcp::tool_operations;

    /// Tools, and the routes that do the same.
    const SAME: [(&str, &str); 32] = [
        ("thread", "close_thread"),
        ("unsay", "unsay"),
        ("remember", "observe"),
        ("recall", "recall"),
        ("prime", "prime"),
        ("associate", "associate"),
        ("recall_memories", "recall"),
        ("search_memory", "mem0_search"),
        ("read", "get_memory"),
        ("read_memory_context", "get_memory"),
        ("update", "edit_memory"),
        ("forget", "erase_memory"),
        ("list_recent", "list_memories"),
        ("search_conversations", "list_memories"),
        ("search_past_conversations", "list_memories"),
        ("feedback", "feedback"),
        ("undo", "undo"),
        ("sleep_status", "list_nights"),
        ("sleep", "sleep"),
        ("history", "history"),
        ("related", "list_relations"),
        ("protect", "protect"),
        ("restore", "restore"),
        ("link", "link"),
        ("tag", "retag"),
        ("activity", "list_activity"),
        ("log_activity", "log_activity"),
        ("person", "get_person"),
        ("person_names", "join_persons"),
        ("tasks", "list_tasks"),
        ("task", "add_task"),
        // The route lets who may read view pages, and asks for more where one is to be changed.
        ("read_memory_file", "memory_tool"),
    ];

    #[test]
    fn a_tool_needs_what_the_route_that_does_the_same_needs() {
        let (tools, routes) = (tool_operations(), route_operations());
        assert_eq!(tools.len(), SAME.len());
        for (name, operation) in tools {
            let (_, route) = SAME.iter().find(|(tool, _)| *tool == name).expect(name);
            let of_route = routes.iter().find(|(name, _)| name == route).and_then(|(_, operation)| *operation);
            assert_eq!(of_route.map(Operation::right), Some(operation.right()), "{name} and {route}");
        }
    }

    #[test]
    fn routes_that_do_the_same_need_the_same() {
        let routes = route_operations();
        let right = |name: &str| {
            let (_, operation) = routes.iter().find(|(known, _)| *known == name).expect(name);
            operation.map(Operation::right)
        };
        for (mem0, ours) in [
            ("mem0_add", "observe"),
            ("mem0_search", "recall"),
            ("mem0_get", "get_memory"),
            ("mem0_update", "edit_memory"),
            ("mem0_delete", "erase_memory"),
            ("mem0_history", "history"),
            ("mem0_open_configure", "config"),
        ] {
            assert_eq!(right(mem0), right(ours), "{mem0}");
        }
        // Whoever erases all of someone has what the documentation says.
        for name in ["mem0_delete_all", "mem0_open_delete_all", "mem0_delete_entity", "mem0_open_reset"] {
            assert_eq!(right(name), Some(Right::Admin), "{name}");
        }
        let open: Vec<&str> =
            routes.iter().filter(|(_, operation)| operation.is_none()).map(|(name, _)| *name).collect();
        assert_eq!(open, ["health", "ready", "openapi", "hook_proof"]);
    }
}
