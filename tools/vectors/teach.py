"""Asks the teacher for the vectors of all words and texts.

    teach.py --model use.onnx --work DIR

The teacher is the multilingual universal sentence encoder (16 languages, 512 components) as ONNX. Reads
`words.tsv` and `texts.txt`, writes `table_words.tsv`, `words.npy` and `texts.npy` (float16).
"""
import argparse, os, time
import numpy as np
import onnxruntime
import onnxruntime_extensions

# How many words of each language the table has room for.
ROOM = {"en": 35_000, "ja": 37_500, "zh": 4_000, "ko": 3_500}


def vectors(session, texts, batch=96):
    order = np.argsort([len(t) for t in texts], kind="stable")
    out = np.zeros((len(texts), 512), np.float16)
    begun = time.time()
    for number, start in enumerate(range(0, len(order), batch)):
        chosen = order[start:start + batch]
        given = np.array([texts[i] for i in chosen], dtype=object)
        out[chosen] = session.run(None, {"inputs": given})[0]
        if number % 200 == 0:
            print(start, len(order), f"{time.time() - begun:.0f} s", flush=True)
    return out


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--model", required=True)
    arguments.add_argument("--work", required=True)
    given = arguments.parse_args()
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(onnxruntime_extensions.get_library_path())
    session = onnxruntime.InferenceSession(given.model, options, providers=["CPUExecutionProvider"])

    chosen, room = {}, dict(ROOM)
    here = os.path.dirname(os.path.abspath(__file__))
    terms = [w for line in open(here + "/terms.txt", encoding="utf8") if not line.startswith("#") for w in line.split()]
    for line in open(given.work + "/words.tsv", encoding="utf8"):
        language, word, rare = line.rstrip("\n").split("\t")
        if room[language] > 0 and word not in chosen:
            chosen[word] = (language, float(rare))
            room[language] -= 1
        elif language == "ja" and (len(word) == 1 and "\u3041" <= word <= "\u9fff") and float(rare) < 19.0:
            chosen.setdefault(word, (language, float(rare)))
    for word in terms:
        chosen.setdefault(word.lower(), ("ja" if ord(word[0]) > 0x3000 else "en", 13.0))
    words = sorted(chosen)
    with open(given.work + "/table_words.tsv", "w", encoding="utf8") as file:
        file.writelines(f"{chosen[w][0]}\t{w}\t{chosen[w][1]:.3f}\n" for w in words)
    print(len(words), "words")
    np.save(given.work + "/words.npy", vectors(session, words))
    texts = open(given.work + "/texts.txt", encoding="utf8").read().splitlines()
    np.save(given.work + "/texts.npy", vectors(session, texts))


main()
