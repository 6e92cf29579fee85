"""The peers of benches/vectors: the same five memories by numpy, faiss and sqlite-vec, from the same data.

  vectors_peers.py make DATA N...                   databases in S0's schema and queries, where there are none
  vectors_peers.py compare DATA WORK SEARCH N...    all contenders in turn, several rounds, and a table
  vectors_peers.py warm PEER DATA WORK N            one peer by itself: milliseconds a query, as JSON

numpy computes S0's priority over vectors that it has in memory; faiss and sqlite-vec find the nearest, which is less
than was asked for. Peers use as many threads as they like; Omoide uses one, and two where it says so.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import time

DIM, WANTED, QUERIES, ROUNDS = 1536, 5, 50, int(os.environ.get("ROUNDS", "3"))


def query(data, k):
    return open(f"{data}/q/{k}.f32", "rb").read()


class Numpy:
    def __init__(self, data, work, n):
        import sqlite3

        import numpy as np
        rows = sqlite3.connect(f"file:{data}/spec_{n}.db?mode=ro", uri=True).execute(
            "SELECT embedding, retention_score, recall_count FROM memories").fetchall()
        self.np = np
        self.vectors = np.frombuffer(b"".join(r[0] for r in rows), np.float32).reshape(-1, DIM)
        self.lengths = np.sqrt(np.einsum("ij,ij->i", self.vectors, self.vectors))
        self.weights = np.array([r[1] for r in rows]) * (1 + 0.1 * np.array([r[2] for r in rows]))

    def best(self, asked):
        np = self.np
        q = np.frombuffer(asked, np.float32)
        p = np.maximum(0, self.vectors @ q / self.lengths / np.linalg.norm(q)) * self.weights
        top = np.argpartition(-p, WANTED)[:WANTED]
        return [int(i) for i in top[np.argsort(-p[top])]]


class Faiss:
    def __init__(self, data, work, n):
        import faiss
        import numpy as np
        self.np, vectors = np, np.array(Numpy(data, work, n).vectors)
        faiss.normalize_L2(vectors)
        self.index = faiss.IndexFlatIP(DIM)
        self.index.add(vectors)

    def best(self, asked):
        return self.index.search(self.np.frombuffer(asked, self.np.float32)[None], WANTED)[1][0].tolist()


class SqliteVec:
    def __init__(self, data, work, n):
        import pysqlite3
        import sqlite_vec
        path = f"{work}/sqlite_vec_{n}.db"
        is_new = not os.path.exists(path)
        self.c = pysqlite3.connect(path)
        self.c.enable_load_extension(True)
        sqlite_vec.load(self.c)
        if is_new:
            self.c.execute(f"CREATE VIRTUAL TABLE m USING vec0(e float[{DIM}] distance_metric=cosine)")
            rows = pysqlite3.connect(f"{data}/spec_{n}.db").execute("SELECT rowid, embedding FROM memories")
            with self.c:
                self.c.executemany("INSERT INTO m (rowid, e) VALUES (?, ?)", rows)

    def best(self, asked):
        sql = f"SELECT rowid FROM m WHERE e MATCH ? AND k = {WANTED} ORDER BY distance"
        return [r[0] - 1 for r in self.c.execute(sql, [asked])]


PEERS = {"numpy": Numpy, "faiss flat": Faiss, "sqlite-vec": SqliteVec}


def go_first():
    """Others may share the machine; timed work goes first where that is allowed."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except (OSError, AttributeError):
        pass


def children():
    """Seconds of CPU that all processes started from here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def warm(peer, data, work, n):
    contender = PEERS[peer](data, work, n)
    asked = [query(data, k) for k in range(QUERIES)]
    contender.best(asked[0])
    times, end = [], time.perf_counter() + 4
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        contender.best(asked[len(times) % QUERIES])
        times.append((time.perf_counter() - start) * 1000)
    print(json.dumps({"median": statistics.median(times), "min": min(times)}))


def compare(data, work, search, sizes):
    go_first()
    figures, grown = {}, {}

    def note(n, who, run):
        figures.setdefault((n, who), []).append((run["median"], run["min"]))

    def lines(command):
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [json.loads(line) for line in out.splitlines() if line.startswith("{")]

    for _ in range(ROUNDS):
        for n in sizes:
            for store, threads in (("vectors", 1), ("equal", 1), ("equal", 2)):
                for run in lines([search, "warm", f"{work}/{store}_{n}.db", f"{data}/q", str(threads)]):
                    note(n, f"omoide, {store}, {run['formula']}, {threads} thread(s)", run)
                    if store == "equal" and run["formula"] == "plain":
                        grown.setdefault((n, threads), []).append(run["grown_mib"])
            for peer in PEERS:
                note(n, peer, lines([sys.executable, __file__, "warm", peer, data, work, str(n)])[0])
            for k in range(10):
                before = children()
                start = time.perf_counter()
                subprocess.run([search, "cold", f"{work}/vectors_{n}.db", f"{data}/q/{k}.f32"], check=True, stdout=subprocess.DEVNULL)
                wall, cpu = time.perf_counter() - start, children() - before
                note(n, "omoide, a fresh process, CPU", {"median": cpu * 1000, "min": cpu * 1000})
                note(n, "omoide, a fresh process, from start to end", {"median": wall * 1000, "min": wall * 1000})

    print("| memories | who | ms (median of rounds) | ms (least) | times as fast as it: omoide with resonance, 1 thread |")
    print("|---|---|---|---|---|")
    for n in sizes:
        ours = statistics.median(m for m, _ in figures[(n, "omoide, vectors, resonant, 1 thread(s)")])
        for (size, who), runs in figures.items():
            if size == n:
                median, least = statistics.median(m for m, _ in runs), min(m for _, m in runs)
                ratio = f"{median / ours:.1f} ×" if who in PEERS else ""
                print(f"| {n:,} | {who} | {median:.2f} | {least:.2f} | {ratio} |")
        codes = n * DIM / 2**20
        for threads in (1, 2):
            taken = statistics.median(grown[(n, threads)])
            print(f"| {n:,} | memory that searches of everything take, {threads} thread(s) | {taken:.1f} MiB | {taken / codes:.2f} × the codes | |")


def make(data, sizes):
    import sqlite3

    import numpy as np
    os.makedirs(f"{data}/q", exist_ok=True)
    rng = np.random.default_rng(7)
    unit = lambda a: (a / np.linalg.norm(a, axis=-1, keepdims=True)).astype(np.float32)
    topics = unit(rng.standard_normal((3000, DIM)))
    common = unit(rng.standard_normal(DIM))
    near = lambda k: unit(0.4 * common + 0.6 * topics[rng.integers(0, 3000, k)] + 0.65 * unit(rng.standard_normal((k, DIM))))
    for k, q in enumerate(near(QUERIES)):
        q.tofile(f"{data}/q/{k}.f32")
    for n in sizes:
        if os.path.exists(f"{data}/spec_{n}.db"):
            continue
        c = sqlite3.connect(f"{data}/spec_{n}.db")
        c.execute("""CREATE TABLE memories (id TEXT PRIMARY KEY, created TEXT, memory_days REAL, recall_count INTEGER,
            emotional_intensity INTEGER, emotional_valence TEXT, emotional_arousal INTEGER, emotional_tags TEXT,
            decay_coefficient REAL, category TEXT, current_level INTEGER, "trigger" TEXT, content TEXT, embedding BLOB,
            retention_score REAL, archived_at TEXT)""")
        for first in range(0, n, 2000):
            rows = []
            for i, v in enumerate(near(min(2000, n - first)), first):
                level = int(rng.choice(4, p=[0.15, 0.30, 0.35, 0.20])) + 1
                low, high = ((50, 100), (20, 50), (5, 20), (0.2, 5))[level - 1]
                score = low + (high - low) * rng.beta(1.2, 2.5)
                recalls = int(rng.choice([0, 1, 2, 3, 5, 10], p=[0.72, 0.15, 0.06, 0.04, 0.02, 0.01]))
                valence = ("positive", "negative", "neutral")[i % 3]
                archived_at = "2026-01-02T03:00:00+09:00" if level == 4 else None
                rows.append((f"mem_{i:06d}", "2026-01-01T12:00:00+09:00", 1.0, recalls, 50, valence, i % 101, '["joy"]', 0.99,
                             "work", level, f"memory {i}", "", v.tobytes(), score, archived_at))
            with c:
                c.executemany("INSERT INTO memories VALUES (" + ",".join("?" * 16) + ")", rows)
        c.close()


if __name__ == "__main__":
    command, rest = sys.argv[1], sys.argv[2:]
    if command == "make":
        make(rest[0], [int(n) for n in rest[1:]])
    elif command == "warm":
        warm(rest[0], rest[1], rest[2], int(rest[3]))
    else:
        compare(rest[0], rest[1], rest[2], [int(n) for n in rest[3:]])
