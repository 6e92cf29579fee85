//! Who may look into the folder of the memory.

use omoide_home::lang::say;
use omoide_home::private::{self, FolderAccess};

use super::findings::DoctorReport;
use crate::invocation::Invocation;

/// Tells what others may do in the folder of the memory, and closes it where that is asked for and the folder is our own.
pub(super) fn look(is_repair: bool, invocation: &Invocation, report: &mut DoctorReport) {
    let lang = invocation.lang();
    let folder = &invocation.home.data_dir;
    let access = private::access(folder);
    if access == FolderAccess::Closed {
        return;
    }
    let shown = folder.display();
    if is_repair && is_closable(access, invocation) && private::close_folder(folder).is_ok() {
        let text = say!(
            lang,
            "other users could open {shown}; now only you can",
            "ほかのユーザーが{shown}を開けたため、\
                                                                              自分だけが開けるようにしました"
        );
        return report.mended("permissions", text);
    }
    let close = say!(lang, "to prevent this: chmod 700 {shown}", "防ぐには：chmod 700 {shown}");
    match access {
        FolderAccess::Closed => {}
        FolderAccess::Readable => report.note(
            "permissions",
            say!(lang, "other users can read {shown}; {close}", "ほかのユーザーが{shown}の中を読めます。{close}"),
        ),
        FolderAccess::Shared => report.note(
            "permissions",
            say!(
                lang,
                "other users use {shown} too; a folder of its own is safer (--data-dir)",
                "{shown}はほかのユーザーも使うフォルダです。専用のフォルダのほうが安全です（--data-dir）"
            ),
        ),
        FolderAccess::Writable => report.wrong(
            "permissions",
            say!(
                lang,
                "other users can replace files in {shown}; {close}",
                "ほかのユーザーが{shown}のファイルを置き換えられます。{close}"
            ),
        ),
    }
}

/// A folder that others share, or the home of the person, is not closed by us.
fn is_closable(access: FolderAccess, invocation: &Invocation) -> bool {
    let home = invocation.home.environment.path("HOME");
    access != FolderAccess::Shared
        && home.is_none_or(|home| invocation.home.data_dir != home)
        && invocation.home.data_dir.parent().is_some()
}
