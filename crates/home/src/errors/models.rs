//! What can go wrong with embedding models, in the person's words.

use omoide_providers::ModelError;

use super::UserError;
use crate::lang::{Lang, say};

/// A failure of a model.
pub fn told(error: &ModelError, lang: Lang) -> UserError {
    match error {
        ModelError::NotInstalled { name } => UserError::theirs(
            "model_not_installed",
            say!(lang, "no model called \"{name}\" is installed", "「{name}」というモデルは入っていません"),
        )
        .hint(say!(
            lang,
            "see what there is: omoide models list; fetch it: omoide models pull {name}",
            "一覧：omoide models list、取得するには：omoide models pull {name}"
        )),
        ModelError::AlreadyInstalled { name } => UserError::theirs(
            "model_installed",
            say!(lang, "a model called \"{name}\" is installed already", "「{name}」というモデルはもう入っています"),
        )
        .hint(say!(
            lang,
            "use it: omoide models use {name}; or give the new one another name: --name NAME",
            "使うには：omoide models use {name}、別の名前で入れるには：--name 名前"
        )),
        ModelError::BadName { name } => UserError::usage(
            "bad_model_name",
            say!(lang, "\"{name}\" cannot name a model", "「{name}」はモデルの名前に使えません"),
        )
        .hint(lang.pick(
            "use letters, digits, '-', '_' or '.', with --name NAME",
            "文字・数字・「-」「_」「.」の名前を --name で付けてください",
        )),
        ModelError::Unknown { name } => UserError::theirs(
            "model_unknown",
            say!(lang, "no model called \"{name}\" is known", "「{name}」というモデルは知りません"),
        )
        .hint(lang.pick(
            "see which are known: omoide models list; or name its repository: omoide models pull OWNER/NAME",
            "一覧：omoide models list、リポジトリも指定できます：omoide models pull 所有者/名前",
        )),
        other => of_fetching(other, lang),
    }
}

fn of_fetching(error: &ModelError, lang: Lang) -> UserError {
    match error {
        ModelError::NoNetwork { hub, .. } => UserError::theirs(
            "no_network",
            say!(lang, "{hub} cannot be reached", "{hub}につながりません"),
        )
        .hint(lang.pick(
            "when there is a network, the same command goes on from here; without one, bring the model's folder \
                 from elsewhere: omoide models add DIR; another hub: --set embedding.hub=URL",
            "つながったら同じコマンドで続きから始まります。ネットワークなしで使うには、モデルのフォルダを持ってきて：\
                 omoide models add フォルダ、別のハブを使うには：--set embedding.hub=URL",
        )),
        ModelError::NotThere { url, status } => UserError::theirs(
            "not_on_hub",
            say!(lang, "{url} is not there ({status})", "{url}がありません（{status}）"),
        )
        .hint(lang.pick(
            "look at the name of the repository; a folder can be added instead: omoide models add DIR",
            "リポジトリの名前を確かめてください。フォルダからも入れられます：omoide models add フォルダ",
        )),
        ModelError::Hub { url, reason } => UserError::theirs(
            "hub",
            say!(lang, "{url} could not be fetched: {reason}", "{url}を取得できません：{reason}"),
        )
        .hint(lang.pick("try again; what was fetched is kept", "もう一度試してください。取得した分は残っています")),
        ModelError::Checksum { file, found, wanted } => UserError::theirs(
            "checksum",
            say!(
                lang,
                "{file} did not arrive whole: its checksum is {found}, the hub's {wanted}",
                "{file}が正しく届きませんでした（チェックサムは{found}、ハブでは{wanted}）"
            ),
        )
        .hint(lang.pick("try again; it was thrown away", "もう一度試してください。届いたものは捨てました")),
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
