//! Mending an answer that is almost JSON: once, without asking again.

/// The answer with what models usually do wrong undone: words and fences around it, commas before a closing bracket,
/// line breaks inside strings, and an end that is missing.
pub(super) fn mended(text: &str) -> Option<String> {
    let start = text.find(['{', '['])?;
    let mut mended = String::with_capacity(text.len() - start);
    let mut open: Vec<char> = Vec::new();
    let (mut is_inside, mut is_escaped) = (false, false);
    for c in text[start..].chars() {
        if is_inside {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => is_inside = false,
                '\n' => {
                    mended.push_str("\\n");
                    continue;
                }
                '\r' => continue,
                '\t' => {
                    mended.push_str("\\t");
                    continue;
                }
                _ => {}
            }
            mended.push(c);
            continue;
        }
        match c {
            '"' => is_inside = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                if open.pop() != Some(c) {
                    return None;
                }
                drop_comma(&mut mended);
            }
            _ => {}
        }
        mended.push(c);
        if open.is_empty() {
            return Some(mended);
        }
    }
    // It ended too early. In the middle of a text nobody knows what is missing; else everything open is closed.
    if is_inside {
        return None;
    }
    drop_comma(&mut mended);
    mended.extend(open.iter().rev());
    Some(mended)
}

fn drop_comma(text: &mut String) {
    let kept = text.trim_end().len();
    if text[..kept].ends_with(',') {
        text.truncate(kept - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_models_usually_do_wrong_is_undone() {
        let cases = [
            ("Sure! Here it is:\n```json\n{\"a\": 1}\n```\nAnything else?", "{\"a\": 1}"),
            ("{\"a\": [1, 2, ], }", "{\"a\": [1, 2]}"),
            ("{\"a\": \"one\ntwo\"}", "{\"a\": \"one\\ntwo\"}"),
            ("{\"a\": [{\"b\": 1}, ", "{\"a\": [{\"b\": 1}]}"),
            ("[{\"a\": \"}\"}]", "[{\"a\": \"}\"}]"),
        ];
        for (text, want) in cases {
            let got = mended(text).expect("it can be mended");
            assert_eq!(got.replace(" }", "}").replace(" ]", "]"), want, "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(&got).is_ok(), "{got}");
        }
    }

    #[test]
    fn what_cannot_be_mended_is_left() {
        for text in ["", "I cannot help with that.", "{\"a\": \"and so on and", "{]}"] {
            assert_eq!(mended(text), None, "{text}");
        }
    }
}
