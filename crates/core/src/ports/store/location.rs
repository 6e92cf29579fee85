//! Where a store is.

use std::fmt;
use std::path::{Path, PathBuf};

/// Where a store is, in the words that a person is told: a path, or a URL without its password.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location(String);

impl Location {
    /// The location that a URL names. The password and the query, which can hold one too, are left out.
    pub fn of_url(url: &str) -> Self {
        let Some((scheme, rest)) = url.split_once("://") else { return Self(url.to_owned()) };
        // The last `@`: a password may hold one that nobody escaped.
        let (user, host) = match rest.rsplit_once('@') {
            Some((login, host)) => (login.split(':').next(), host),
            None => (None, rest),
        };
        let host = host.split('?').next().unwrap_or_default();
        Self(match user {
            Some(user) => format!("{scheme}://{user}@{host}"),
            None => format!("{scheme}://{host}"),
        })
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Self(path.display().to_string())
    }
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Self {
        Self::from(path.as_path())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (url, shown) in [
            ("postgres://ann:s3cret@host:5432/omoide", "postgres://ann@host:5432/omoide"),
            ("postgres://ann:s3@cr/e:t?@host/omoide?sslmode=require", "postgres://ann@host/omoide"),
            ("postgres://host/omoide?user=ann&password=s3cret", "postgres://host/omoide"),
            ("postgres://ann@host/omoide", "postgres://ann@host/omoide"),
            ("host/omoide", "host/omoide"),
        ] {
            assert_eq!(Location::of_url(url).to_string(), shown);
        }
    }
}
