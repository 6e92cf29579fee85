"""Made-up sessions, written as Claude Code writes its transcripts, and stores that remember them."""
import json
import os
import random
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.environ.get("WORK", os.path.join(ROOT, "target", "bench"))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
TURNS_OF_A_SESSION = 20

ENGLISH = """garden key shed door harvest carrot winter budget release review meeting database replica index query
customer invoice holiday flight hotel kitchen recipe allergy birthday school teacher piano concert train station
weather storm repair window paint colour river bridge market price contract deadline design prototype""".split()
JAPANESE = """庭 鍵 物置 扉 収穫 人参 冬 予算 公開 確認 会議 データベース 複製 索引 検索 顧客 請求書 休暇 飛行機 宿 台所 料理 アレルギー
誕生日 学校 先生 ピアノ 演奏会 電車 駅 天気 嵐 修理 窓 塗料 色 川 橋 市場 値段 契約 締切 設計 試作""".split()


def sentence(dice, is_japanese, words):
    names = [f"{dice.choice('abcdefghij')}{dice.randrange(400)}" for _ in range(2)]
    if is_japanese:
        return "".join(f"{word}の" for word in dice.choices(JAPANESE, k=words)) + f"{names[0]}を{names[1]}にした。"
    return f"The {' '.join(dice.choices(ENGLISH, k=words))} of {names[0]} goes to {names[1]}."


def line(kind, session, number, parent, seconds, folder, content):
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message = {"id": f"msg_{number}", "role": kind, "content": [{"type": "text", "text": content}]}
    at = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))
    return json.dumps({
        "type": kind, "uuid": f"{session}-{number}", "parentUuid": parent, "sessionId": session, "timestamp": at,
        "cwd": folder, "gitBranch": "main", "isSidechain": False, "version": "2.1.197", "message": message,
    }, ensure_ascii=False) + "\n"


def write_session(path, session, turns, dice, start, is_japanese, padding=""):
    """Adds turns to a transcript; returns the uuid of the last line."""
    parent = None
    with open(path, "a") as file:
        for number in range(turns):
            said = sentence(dice, is_japanese, 3 + dice.randrange(8))
            file.write(line("user", session, 2 * number, parent, start + 60 * number, "/w/garden", said))
            parent = f"{session}-{2 * number}"
            if padding:
                result = [{"type": "tool_result", "tool_use_id": "t", "content": padding}]
                file.write(line("user", session, f"r{number}", parent, start + 60 * number, "/w/garden", result))
            answer = sentence(dice, is_japanese, 6 + dice.randrange(12))
            file.write(line("assistant", session, 2 * number + 1, parent, start + 60 * number + 20, "/w/garden", answer))
            parent = f"{session}-{2 * number + 1}"
    return parent


def program():
    """The program that is measured, built first unless OMOIDE names one."""
    os.makedirs(WORK, exist_ok=True)
    omoide = os.environ.get("OMOIDE")
    if not omoide:
        subprocess.run(["cargo", "build", "--quiet", "--release", "--locked", "-p", "omoide-cli"], cwd=ROOT, check=True)
        omoide = os.path.join(TARGET, "release", "omoide")
    return omoide


def environment(data):
    home = os.path.join(WORK, "home")
    os.makedirs(home, exist_ok=True)
    return {"PATH": os.environ["PATH"], "HOME": home, "OMOIDE_DATA_DIR": data, "LANG": "C"}


def store(omoide, size, kind="hooks"):
    """The folder of a store with so many memories, made once for each kind of program."""
    data = os.path.join(WORK, f"{kind}_{size}")
    if os.path.exists(os.path.join(data, "done")):
        return data
    shutil.rmtree(data, ignore_errors=True)
    shelf = os.path.join(data, "sessions", "-w-garden")
    os.makedirs(shelf)
    dice = random.Random(7)
    year = 365 * 86_400
    sessions = (size + TURNS_OF_A_SESSION - 1) // TURNS_OF_A_SESSION
    for number in range(sessions):
        turns = min(TURNS_OF_A_SESSION, size - number * TURNS_OF_A_SESSION)
        path = os.path.join(shelf, f"s{number}.jsonl")
        start = int(time.time()) - year + number * year // sessions
        write_session(path, f"s{number}", turns, dice, start, number % 2 == 1)
        os.utime(path, (start + 3600, start + 3600))
    subprocess.run([omoide, "import", "claude-code", os.path.join(data, "sessions"), "-q"], check=True, env=environment(data),
                   stdout=subprocess.DEVNULL)
    shutil.rmtree(os.path.join(data, "sessions"))
    open(os.path.join(data, "done"), "w").close()
    return data
