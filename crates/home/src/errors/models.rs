//! What can go wrong with embedding models, in the person's words.

use omoide_providers::ModelError;

use super::UserError;
use crate::lang::{Lang, say};

/// A failure of a model.
pub fn told(error: &ModelError, lang: Lang) -> UserError {
    match error {
        ModelError::NotInstalled { name } => UserError::theirs(
            "model_not_installed",
            say!(lang, "no model called \"{name}\" is installed", "「{name}」というモデルはインストールされていません"),
        )
        .hint(say!(
            lang,
            "to see the models: omoide models list; to download it: omoide models pull {name}",
            "一覧：omoide models list、ダウンロードするには：omoide models pull {name}"
        )),
        ModelError::AlreadyInstalled { name } => UserError::theirs(
            "model_installed",
            say!(
                lang,
                "a model called \"{name}\" is already installed",
                "「{name}」というモデルはすでにインストール\
                                                                          されています"
            ),
        )
        .hint(say!(
            lang,
            "to use it: omoide models use {name}; to give the new one another name: --name NAME",
            "使うには：omoide models use {name}、別の名前でインストールするには：--name 名前"
        )),
        ModelError::BadName { name } => UserError::usage(
            "bad_model_name",
            say!(lang, "\"{name}\" cannot be the name of a model", "「{name}」はモデルの名前に使えません"),
        )
        .hint(lang.pick(
            "use letters, digits, '-', '_' or '.', with --name NAME",
            "文字・数字・「-」「_」「.」の名前を --name で付けてください",
        )),
        ModelError::Unknown { name } => UserError::theirs(
            "model_unknown",
            say!(lang, "there is no known model called \"{name}\"", "「{name}」というモデルは登録されていません"),
        )
        .hint(lang.pick(
            "to see the known models: omoide models list; or give a repository: omoide models pull OWNER/NAME",
            "一覧：omoide models list、リポジトリでも指定できます：omoide models pull 所有者/名前",
        )),
        other => of_fetching(other, lang),
    }
}

fn of_fetching(error: &ModelError, lang: Lang) -> UserError {
    match error {
        ModelError::NoNetwork { hub, .. } => {
            UserError::theirs("no_network", say!(lang, "{hub} cannot be reached", "{hub}につながりません"))
                .hint(lang.pick(
                "with a network, run the same command again to continue; without one, copy the model's folder here and \
             run: omoide models add DIR; for another hub: --set embedding.hub=URL",
                "ネットワークにつながってから同じコマンドを実行すると、続きから再開します。ネットワークなしで使うには、\
             モデルのフォルダをコピーして：omoide models add フォルダ。別のハブを使うには：--set embedding.hub=URL",
            ))
        }
        ModelError::NotThere { url, status } => UserError::theirs(
            "not_on_hub",
            say!(lang, "{url} does not exist ({status})", "{url}がありません（{status}）"),
        )
        .hint(lang.pick(
            "check the name of the repository; to add a model from a folder: omoide models add DIR",
            "リポジトリの名前を確かめてください。フォルダから追加するには：omoide models add フォルダ",
        )),
        ModelError::Hub { url, reason } => UserError::theirs(
            "hub",
            say!(lang, "{url} could not be downloaded: {reason}", "{url}をダウンロードできません：{reason}"),
        )
        .hint(lang.pick(
            "try again; the part that was downloaded is kept",
            "もう一度試してください。ダウンロードした分は残ってい\
                                                                ます",
        )),
        ModelError::Checksum { file, found, wanted } => {
            UserError::theirs(
                "checksum",
                say!(
                    lang,
                    "{file} was damaged on the way: its checksum is {found}, but should be {wanted}",
                    "{file}が正しくダウンロードされませんでした（チェックサムは{found}、正しくは{wanted}）"
                ),
            )
            .hint(lang.pick(
                "try again; the damaged file was deleted",
                "もう一度試してください。壊れたファイルは削除しました",
            ))
        }
        other => of_files(other, lang),
    }
}

fn of_files(error: &ModelError, lang: Lang) -> UserError {
    let needs = lang.pick(
        "a model is a folder with config.json, tokenizer.json and model.safetensors or onnx/model.onnx",
        "モデルは、config.json、tokenizer.json、model.safetensors（またはonnx/model.onnx）の入ったフォルダです",
    );
    match error {
        ModelError::NoFile { folder, file } => {
            let folder = folder.display();
            UserError::theirs(
                "not_a_model",
                say!(lang, "there is no {file} in {folder}", "{folder}に{file}がありません"),
            )
            .hint(needs)
        }
        ModelError::Family { what } => UserError::theirs(
            "not_an_encoder",
            say!(
                lang,
                "the model is a {what}, and only encoders like BERT, XLM-R, MPNet and DeBERTa-v2 can be run",
                "モデルの種類は{what}ですが、動かせるのはBERT・XLM-R・MPNet・DeBERTa-v2のようなエンコーダだけです"
            ),
        )
        .hint(lang.pick("see which models work: omoide models list", "使えるモデルの一覧：omoide models list")),
        ModelError::Unreadable { path, .. } => {
            let path = path.display();
            UserError::theirs("unreadable", say!(lang, "{path} cannot be read", "{path}を読めません"))
        }
        ModelError::Unwritable { path, .. } => {
            let path = path.display();
            UserError::theirs("unwritable", say!(lang, "{path} cannot be written", "{path}に書き込めません"))
        }
        other => UserError::theirs("model_unusable", say!(lang, "{other}", "モデルを使えません：{other}")).hint(needs),
    }
}
