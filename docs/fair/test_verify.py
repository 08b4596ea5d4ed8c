#!/usr/bin/env python3
"""Reproduces vectors.json with the functions of verify.py, and checks its receipts. Run: python3 docs/fair/test_verify.py"""
import json, pathlib, sys
sys.dont_write_bytecode = True
import verify as v

VECTORS = json.loads((pathlib.Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
failed = []

def same(name, got, want):
    got = got.hex() if isinstance(got, bytes) else got
    if got != want:
        failed.append(name)
        print(f"{name}: {got}, want {want}")

def seal_of(scheme, secret, ctx):
    seeds = v.seeds_of(scheme, ctx, secret)
    leaves = [v.leaves_of(scheme, ctx, j, d) for j, d in enumerate(seeds)]
    roots = [v.root(scheme, ctx, j, x) for j, x in enumerate(leaves)]
    return seeds, leaves, roots, v.H(scheme + "/commit", ctx, b"".join(roots))

def deal_of(scheme, seal, E):
    P = v.H(scheme + "/public", seal, E)
    return P, v.uniform(P, scheme + "/choose")(8), v.perm(P, scheme + "/cut")

def primitives(p):
    same("T", v.T("ab", b"\1", b""), p["T"])
    stream = v.uniform(bytes(32), "fair/1/deck")
    same("stream", bytes(stream(256) for _ in range(16)), p["stream"])
    same("perm", v.perm(bytes(32), "fair/1/deck"), p["perm"])
    seals = [v.H("v", bytes([i])) for i in range(6)]
    for size, want in p["roots"].items():
        same("root of " + size, tree(seals[:int(size)]), want)
        for i in range(int(size)):
            same(f"path {i} of {size}", v.merkle(seals[i], i, int(size), path_of(seals[:int(size)], i)), want)
    for ms, want in p["rounds"].items():
        message = int(ms) - 1_420_070_400_000 << 22
        r = v.round_of(v.CHAINS[v.QUICKNET], message)
        same("round of " + ms, [r, 1000 * (1692803367 + 3 * (r - 1)) - int(ms)], want)
    same("round before the chain", v.round_of(v.CHAINS[v.QUICKNET], 1692803366999 - 1_420_070_400_000 << 22), None)

def half(n): return 1 << (n - 1).bit_length() - 1
def tree(seals):
    if len(seals) == 1:
        return v.sha(b"\0" + seals[0])
    k = half(len(seals))
    return v.sha(b"\1" + tree(seals[:k]) + tree(seals[k:]))
def path_of(seals, i):
    if len(seals) == 1:
        return []
    k = half(len(seals))
    return path_of(seals[:k], i) + [tree(seals[k:])] if i < k else path_of(seals[k:], i - k) + [tree(seals[:k])]

def example(e):
    """Makes the receipt of an example from its secret alone, compares each step with the vectors, and verifies the receipt."""
    name, scheme, r = e["name"] + ": ", e["scheme"], e["receipt"]
    ctx = v.H(scheme + "/ctx", b"std52", v.U(int(r["table"])), v.U(r["hand"]), bytes(32))
    seeds, leaves, roots, seal = seal_of(scheme, bytes.fromhex(e["secret"]), ctx)
    read = v.read_receipt(json.dumps(r, ensure_ascii=False, separators=(",", ":")))
    E, end = (v.check_two if scheme == "fair/2" else v.check_one)(read, v.Report())
    P, c, pi = deal_of(scheme, seal, E)
    deck = v.perm(seeds[c], scheme + "/deck")
    got = dict(ctx=ctx, d0=seeds[0], L00=leaves[0][0], R0=roots[0], C=seal, E=E, P=P, c=c,
               deal=" ".join(v.CARDS[deck[i]] for i in pi), salt0=v.M(seeds[c], scheme + "/salt", v.U(pi[0])))
    if scheme == "fair/2":
        b = read["batch"]
        got["root"] = v.merkle(seal, r["hand"] - b["first"], b["size"], b["path"])
        got["B"] = v.H("fair/2/batch", v.U(int(r["table"])), v.U(b["first"]), v.U(b["size"]), b["chain"] or b"", got["root"])
        got["start"], got["cuts"] = read["start"] or b"", v.sha(v.entropy_two(read)[1])
        got["players"] = v.sha(v.T("fair/2/players", *map(v.U, read["players"] or [])))
        if read["beacon"] and read["beacon"]["signature"]:
            got["value"] = v.sha(read["beacon"]["signature"])
    got["transcript"] = read["transcript"]
    for key, want in e["want"].items():
        if key in ("E bytes", "E sha256"):
            same(name + key, len(E) if key == "E bytes" else v.sha(E), want)
        else:
            same(name + key, got[key], want)
    rep, _ = v.verify(json.dumps(r, ensure_ascii=False, indent=1))
    same(name + "faults", [f[1] for f in rep.faults], e.get("faults", []))
    same(name + "grade", rep.grade, e["grade"])

primitives(VECTORS["primitives"])
for e in VECTORS["examples"]:
    example(e)
print("every vector fits" if not failed else f"{len(failed)} vectors differ")
sys.exit(1 if failed else 0)
