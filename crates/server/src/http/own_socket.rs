//! A socket in the folder of the data, for programs of the person that the server belongs to.
//!
//! The system lets nobody else listen or ask there, so neither side needs a key. Where a path is too long for a socket,
//! or the system has none, there is none, and programs of the person prove themselves on the loopback.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use crate::keys::random_hex;

/// What the names of such sockets begin and end with.
const NAME: (&str, &str) = ("serve-", ".sock");

/// A socket that listens; it goes with the value.
#[derive(Debug)]
pub struct OwnSocket {
    path: PathBuf,
    listener: UnixListener,
    owner: u32,
}

impl OwnSocket {
    /// Listens below that folder, and clears away the sockets of servers that were killed.
    pub fn below(folder: &Path) -> io::Result<Self> {
        clear_away(folder)?;
        let path = folder.join(format!("{}{}{}", NAME.0, random_hex::<4>(), NAME.1));
        let listener = UnixListener::bind(&path)?;
        // From here on it is taken away again whatever fails.
        let mut socket = Self { path, listener, owner: 0 };
        fs::set_permissions(&socket.path, fs::Permissions::from_mode(0o600))?;
        socket.owner = fs::metadata(&socket.path)?.uid();
        socket.listener.set_nonblocking(true)?;
        Ok(socket)
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Accepts connections of the same person; there is nobody else unless the folder is open to others.
    pub async fn accept(&self, listener: &tokio::net::UnixListener) -> io::Result<tokio::net::UnixStream> {
        loop {
            let (stream, _) = listener.accept().await?;
            if stream.peer_cred().is_ok_and(|peer| peer.uid() == self.owner) {
                return Ok(stream);
            }
        }
    }

    /// The listener, for the runtime that calls this.
    pub fn listener(&self) -> io::Result<tokio::net::UnixListener> {
        tokio::net::UnixListener::from_std(self.listener.try_clone()?)
    }
}

impl Drop for OwnSocket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn clear_away(folder: &Path) -> io::Result<()> {
    for file in fs::read_dir(folder)?.flatten() {
        let name = file.file_name();
        let is_one = name.to_str().is_some_and(|name| name.starts_with(NAME.0) && name.ends_with(NAME.1));
        // Nobody listens there any more; whoever does is left alone.
        if is_one
            && UnixStream::connect(file.path()).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
        {
            let _ = fs::remove_file(file.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_its_owners_alone_and_goes_with_its_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = OwnSocket::below(folder.path()).expect("it listens");
        let path = folder.path().join(socket.name());
        assert_eq!(fs::metadata(&path).expect("a socket").permissions().mode() & 0o777, 0o600);
        drop(socket);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_killed_server_left_is_cleared_away_and_a_living_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let dead = folder.path().join("serve-00000000.sock");
        drop(UnixListener::bind(&dead).expect("it listens"));
        let living = OwnSocket::below(folder.path()).expect("it listens");
        assert!(!dead.exists());
        let other = OwnSocket::below(folder.path()).expect("it listens");
        assert!(folder.path().join(living.name()).exists() && folder.path().join(other.name()).exists());
    }

    #[test]
    fn where_the_path_is_too_long_there_is_no_socket() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("d".repeat(120));
        fs::create_dir(&deep).expect("made");
        assert!(OwnSocket::below(&deep).is_err());
        assert_eq!(fs::read_dir(&deep).expect("read").count(), 0);
    }
}
