//! What holds in single folders: whose memory it is, and whether anything is remembered or recalled there.
//!
//! The same four words stand in a `.omoide` file and, by the path of the folder, in the table `folders` of `omoide.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The table of folders.
pub const TABLE: &str = "folders";

/// What holds in folders, by their paths.
pub type Folders = BTreeMap<String, FolderRule>;

/// What one place says about a folder.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FolderRule {
    /// Whose memory it is.
    pub mind: Option<String>,
    /// Whether neither remembering nor recall is allowed.
    pub private: Option<bool>,
    /// Whether turns may be remembered.
    pub remember: Option<bool>,
    /// Whether anything may be recalled.
    pub recall: Option<bool>,
}

/// The folders of a whole file.
///
/// # Errors
/// What is wrong with them, and where.
pub fn read(text: &str) -> Result<Folders, (String, Option<usize>)> {
    #[derive(Deserialize)]
    struct FolderFile {
        folders: Folders,
    }
    let told = |error: toml::de::Error| (error.message().to_owned(), error.span().map(|span| span.start));
    let folders = toml::from_str::<FolderFile>(text).map_err(told)?.folders;
    match folders.values().find_map(FolderRule::problem) {
        Some(problem) => Err((problem, None)),
        None => Ok(folders),
    }
}

impl FolderRule {
    /// Reads a `.omoide` file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let rule: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        rule.problem().map_or(Ok(rule), Err)
    }

    /// This, and where it says nothing, the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            mind: self.mind.or(other.mind),
            private: self.private.or(other.private),
            remember: self.remember.or(other.remember),
            recall: self.recall.or(other.recall),
        }
    }

    fn problem(&self) -> Option<String> {
        let name = self.mind.as_ref()?;
        name.parse::<omoide_core::MindName>().is_err().then(|| format!("\"{name}\" cannot be the name of a mind"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_four_words_and_no_other() {
        let rule = FolderRule::read("mind = \"work\"\nremember = false\n").expect("a rule");
        assert_eq!((rule.mind.as_deref(), rule.remember, rule.recall), (Some("work"), Some(false), None));
        for wrong in ["privat = true", "private = \"yes\"", "mind = \"a/b\"", "private", "\u{0}"] {
            assert!(FolderRule::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_the_nearer_place_says_goes_before() {
        let near = FolderRule { private: Some(false), ..FolderRule::default() };
        let far = FolderRule { private: Some(true), mind: Some("work".to_owned()), ..FolderRule::default() };
        let both = near.or(far);
        assert_eq!((both.private, both.mind.as_deref()), (Some(false), Some("work")));
    }

    #[test]
    fn folders_stand_in_the_file_by_their_paths() {
        let folders = read("retrieval.top_k = 3\n[folders.\"~/diary\"]\nprivate = true\n").expect("folders");
        assert_eq!(folders["~/diary"].private, Some(true));
        let wrong = read("[folders.\"/a\"]\nprivat = true\n").expect_err("a mistake");
        assert!(wrong.0.contains("privat") && wrong.1.is_some(), "{wrong:?}");
    }
}
