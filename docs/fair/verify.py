#!/usr/bin/env python3
"""Checks receipts of the shuffle against docs/fair.md, with Python's standard library alone.

  verify.py RECEIPT [OWN]        checks one hand, and a player's own part of it
  verify.py FILE                 checks a series: a JSON array of receipts, or one receipt a line
  verify.py --lines              reads a JSON list of texts a line from the standard input: a receipt and own parts;
                                 or a list in a list: the receipts of a series. It answers each with a line of JSON

It needs Python 3.9 or newer. It ends with 0 where everything fits, 1 where something does not, and 2 where a file cannot be read.
"""
import hashlib, hmac, json, re, sys

# --- the primitives ---------------------------------------------------------------------------------------------------

def U(n): return n.to_bytes(8, "big")
def F(x): return len(x).to_bytes(4, "big") + x
def T(tag, *fields): return b"".join(F(x) for x in (tag.encode(), *fields))
def H(tag, *fields): return sha(T(tag, *fields))
def M(key, tag, *fields): return hmac.new(key, T(tag, *fields), hashlib.sha256).digest()
def sha(x): return hashlib.sha256(x).digest()

def uniform(key, tag):
    """Returns a function that draws a number below m from the stream of the key."""
    stream = (b for block in range(1 << 63) for b in M(key, tag, U(block)))
    return lambda m: next(b for b in stream if b < 256 - 256 % m) % m

def perm(key, tag):
    a, draw = list(range(52)), uniform(key, tag)
    for i in range(51, 0, -1):
        j = draw(i + 1)
        a[i], a[j] = a[j], a[i]
    return a

CARDS = [rank + suit for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split() for suit in "♣♦♥♠"]

def leaf(v, ctx, j, slot, card, salt): return H(v + "/leaf", ctx, U(j), U(slot), bytes([card]), salt)
def root(v, ctx, j, leaves): return H(v + "/root", ctx, U(j), b"".join(leaves))
def leaves_of(v, ctx, j, seed):
    deck = perm(seed, v + "/deck")
    return [leaf(v, ctx, j, i, deck[i], M(seed, v + "/salt", U(i))) for i in range(52)]
def seeds_of(v, ctx, secret): return [M(secret, v + "/deckseed", ctx, U(j)) for j in range(8)]

def merkle(seal, index, size, path):
    """Returns the RFC 6962 root over size seals, or None where the path does not belong to that place."""
    at, last, r = index, size - 1, sha(b"\0" + seal)
    for p in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            r = sha(b"\1" + p + r)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            r = sha(b"\1" + r + p)
        at, last = at >> 1, last >> 1
    return r if last == 0 else None

def sent(snowflake): return (snowflake >> 22) + 1_420_070_400_000

def round_of(chain, message):
    """Returns the first round that is due a second or more after the message, or None where the chain is younger."""
    t, period = sent(message), 1000 * chain["period"]
    d = t + 1000 - 1000 * chain["genesis"]
    return None if t < 1000 * chain["genesis"] else (d + period - 1) // period + 1

QUICKNET = bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")
CHAINS = {QUICKNET: dict(name="quicknet", genesis=1692803367, period=3, bytes=48, relay="https://api.drand.sh")}  # the chains that are known

# --- the one form of a receipt ----------------------------------------------------------------------------------------

class Form(Exception): pass

def need(ok, says, *values):
    if not ok:
        raise Form(" ".join([says, *(repr(x)[:80] for x in values)]))

def ident(v):
    need(isinstance(v, str) and re.fullmatch("[1-9][0-9]{0,19}", v) and int(v) < 1 << 64, "not an id:", v)
    return int(v)
def hexa(low, high=None):
    def read(v):
        need(isinstance(v, str) and re.fullmatch("([0-9a-f]{2})+", v), "not small hex digits:", v)
        need(low <= len(v) // 2 <= (high or low), "a value of another length:", v)
        return bytes.fromhex(v)
    return read
def number(low, high):
    def read(v):
        need(type(v) is int and low <= v <= high, f"not a number from {low} to {high}:", v)
        return v
    return read
def many(kind, low=1, high=1 << 20):
    def read(v):
        need(isinstance(v, list) and low <= len(v) <= high, f"not a list of {low} to {high}")
        return [kind(x) for x in v]
    return read
def fields(**kinds):
    """Reads an object with these fields in this order; one that ends in _ may be left out."""
    def read(v):
        need(isinstance(v, dict), "not an object:", v)
        names = [n.rstrip("_") for n in kinds]
        need(list(v) == [n for n in names if n in v], "an unknown field, or fields in another order:", *v)
        need(all(n.rstrip("_") in v for n in kinds if not n.endswith("_")), "a field is missing:", *v)
        return {n: kind(v[n]) if n in v else None for n, kind in zip(names, kinds.values())}
    return read
def text(v):
    need(isinstance(v, str) and 1 <= len(v.encode("utf-8", "replace")) <= 64, "a cut has 1 to 64 bytes")
    need(not re.search("[\ud800-\udfff]", v), "a cut is UTF-8")
    return v
def plain(v):
    need(not re.search("[\0-\x1f\x7f\u2028\u2029]", text(v)), "a cut with a control character")
    return v
def scheme(*names): return lambda v: need(v in names, "an unknown scheme:", v) or v
def card(v): return need(v in CARDS, "not a card:", v) or CARDS.index(v)
def nullable(kind): return lambda v: None if v is None else kind(v)
def target(v): return v if v in ("board", "board 2", "board 3") else ident(v)
def up(values, what):
    values = list(values)
    need(all(a < b for a, b in zip(values, values[1:])), what + " have another order, or one comes twice")

h32 = hexa(32)
hand_number = number(1, 2**53 - 1)
opening = fields(k=number(0, 51), card=card, salt=h32)
proof = dict(secret_=h32, roots=many(h32, 8, 8), seeds_=many(nullable(h32), 8, 8), leaves_=many(h32, 52, 52),
             dealt_=many(target, 1, 52), open_=many(opening, 1, 52), transcript=h32)
ONE = fields(scheme=scheme("fair/1"), table=ident, hand=hand_number, prev=h32, seal=h32,
             batch_=fields(index=number(0, 2**53 - 1), size=number(1, 2**32), path_=many(h32), root=h32, channel=ident, message=ident),
             cuts_=many(fields(by=ident, text=text)), beacons_=many(fields(chain=h32, round=ident, value=h32)),
             messages_=many(fields(channel=ident, message=ident)), **proof)
TWO = fields(scheme=scheme("fair/2"), table=ident, hand=hand_number, prev=h32, seal=h32,
             batch=fields(first=hand_number, size=number(1, 65536), chain_=h32, published=h32, path_=many(h32), channel=ident, message=ident),
             players_=many(ident, 2), message_=ident, cuts_=many(fields(by=ident, message=ident, text=plain)),
             beacon_=fields(chain=h32, round=ident, signature_=hexa(1, 1024)), start_=h32, **proof)
OWN = fields(scheme=scheme("fair/1", "fair/2"), table=ident, hand=hand_number, seal=h32, player=ident,
             open=many(opening, 1, 52))

def read_json(source):
    """Returns the value of a JSON text that is written in the one way, white space apart."""
    source = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    need(len(source) <= 1 << 16, "longer than any receipt")
    try:
        source = source.decode("utf-8")
        value = json.loads(source)
        one_way = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for c in "\u2028\u2029":
            one_way = one_way.replace(c, f"\\u{ord(c):04x}")
    except (ValueError, RecursionError) as e:
        raise Form(f"not JSON: {e}")
    need(re.sub(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+', lambda m: m[1] or "", source) == one_way, "JSON that is written in another way")
    return value

def read_receipt(source):
    value = read_json(source)
    two = isinstance(value, dict) and value.get("scheme") == "fair/2"
    r = (TWO if two else ONE)(value)
    r["v"], r["dealt"], r["open"], r["cuts"] = r["scheme"], r["dealt"] or [], r["open"] or [], r["cuts"] or []
    up((o["k"] for o in r["open"]), "openings")
    need(all(o["k"] < len(r["dealt"]) for o in r["open"]), "a card is open that nobody got")
    up((c["by"] for c in r["cuts"]), "cuts")
    void = r["secret"] is not None
    need(void == (r["seeds"] is None) == (r["leaves"] is None), "neither played nor void")
    need(not (void and r["open"]), "a void hand opens all decks, not cards")
    need(void or r["seeds"].count(None) == 1, "one seed of eight is closed")
    if two:
        b = r["batch"]
        need(b["first"] + b["size"] - 1 <= 2**53 - 1, "hand numbers beyond 2^53 - 1")
        need((r["message"] is None) == (r["players"] is None) == (r["start"] is None), "message, players and start stand together")
        if r["message"] is None:
            need(void and not (r["cuts"] or r["beacon"] or r["dealt"]), "a hand without a message is void before a card")
        else:
            need(len(set(r["players"])) == len(r["players"]), "a player comes twice")
        r["M"], r["first"], r["seals"] = r["message"], b["first"], b["message"]
    else:
        r["beacons"], r["messages"] = r["beacons"] or [], r["messages"] or []
        up(((x["chain"], x["round"]) for x in r["beacons"]), "beacons")
        up(((x["channel"], x["message"]) for x in r["messages"]), "messages")
        b, r["M"] = r["batch"], r["messages"][0]["message"] if r["messages"] else None
        need(not b or b["index"] < b["size"] and merkle(r["seal"], b["index"], b["size"], b["path"] or []), "the path is not that of the index")
        r["first"], r["seals"] = (r["hand"] - b["index"], b["message"]) if b else (None, None)
    r["void"], r["late"] = void, two and bool(r["beacon"]) and not r["beacon"]["signature"]
    return r

# --- the checks of one hand -------------------------------------------------------------------------------------------

STEPS = {name: step for step, names in dict(
    form="form", seal="seal", batch="published index channel age", start="start", cuts="window stranger beside", entropy="message",
    beacon="beacon chain round length late", decks="closed roots", cards="order board leaf twice", own="own", transcript="transcript",
    series="unprovable table gap repeated prev back newer fresh batch begin").items() for name in names.split()}
WITHOUT = set()  # for tests: a check that is switched off for a line of --lines {"without": check, "texts": […]}

class Report:
    def __init__(self): self.faults, self.look, self.grade = [], [], "-"
    def want(self, ok, check, says, step=None):
        """Notes a fault where ok is false, and returns ok."""
        if not ok and check not in WITHOUT:
            self.faults.append((step or STEPS[check], check, says))
        return ok

def entropy_two(r):
    """Returns E of a fair/2 receipt, the cuts of its start, and the word of its transcript."""
    def item(kind, source, value): return T("fair/2/item", bytes([kind]), source, value)
    cuts = sorted(item(1, U(c["by"]) + U(c["message"]), c["text"].encode()) for c in r["cuts"])
    start_cuts, word, items = T("fair/2/cuts", *cuts), "none", []
    if r["beacon"]:
        word = "taken" if r["beacon"]["signature"] else "late"
        if word == "taken":
            items = [item(2, r["beacon"]["chain"] + U(int(r["beacon"]["round"])), sha(r["beacon"]["signature"]))]
    elif r["M"] is not None:
        items = sorted(cuts + [item(3, U(r["table"]), U(r["M"]))])
    return T("fair/2/entropy", *items), start_cuts, word

def check_two(r, rep):
    """Checks what only fair/2 has; returns E and the end of the transcript."""
    b, beacon, m = r["batch"], r["beacon"], r["M"]
    inside = b["first"] <= r["hand"] < b["first"] + b["size"]
    top = merkle(r["seal"], r["hand"] - b["first"], b["size"], b["path"] or []) if inside else None
    rep.want(top and b["published"] == H("fair/2/batch", U(r["table"]), U(b["first"]), U(b["size"]), b["chain"] or b"", top),
             "published", "the seal and its path do not give the published value" if inside else "the hand is not one of the batch")
    rep.want(b["channel"] == r["table"], "channel", "the seals stand in another channel")
    E, start_cuts, word = entropy_two(r)
    if m is not None:
        rep.want(b["message"] < m, "age", "the seals are not older than the hand's message")
        players = T("fair/2/players", *map(U, r["players"]))
        rep.want(r["start"] == H("fair/2/start", U(r["table"]), U(r["hand"]), r["prev"], b["published"], U(b["message"]), players, start_cuts),
                 "start", "the start is not that of these players, cuts and seals")
        rep.want(all(b["message"] < c["message"] < m for c in r["cuts"]), "window", "a cut is not between the seals and the hand's message")
        rep.want(all(c["by"] in r["players"] for c in r["cuts"]), "stranger", "a player cut who was not dealt in")
        rep.want(not (r["cuts"] and b["chain"]), "beside", "a cut beside a beacon")
        check_beacon(r, rep, word)
    end = [b["published"], U(b["message"]), r["start"] or b"", b"" if m is None else U(m), U(beacon["round"]) if beacon else b"", word.encode()]
    return E, end

def check_beacon(r, rep, word):
    beacon, chain = r["beacon"], r["batch"]["chain"]
    if not rep.want((beacon is None) == (chain is None), "beacon", "the batch names a beacon that the hand has not, or the other way round") or not beacon:
        return
    rep.want(beacon["chain"] == chain, "chain", "the beacon is another than the batch names")
    known = CHAINS.get(beacon["chain"])
    if known:
        rep.want(beacon["round"] == round_of(known, r["M"]), "round", "the round is not the one that the hand's message fixes")
    if word == "late":
        rep.want(r["void"] and not r["dealt"], "late", "cards were dealt without the beacon's value")
    else:
        rep.want(len(beacon["signature"]) in ([known["bytes"]] if known else [48, 96]), "length", "the signature has another form")

def check_one(r, rep):
    """Checks what only fair/1 has; returns E and the end of the transcript."""
    b, one = r["batch"], "fair/1/item"
    if b:
        rep.want(b["index"] < r["hand"], "index", "the index is not below the hand's number")
        rep.want(merkle(r["seal"], b["index"], b["size"], b["path"] or []) == b["root"], "published", "the seal and its path do not give the root")
        rep.want(all(b["message"] < m["message"] for m in r["messages"]), "age", "the seals are not older than the hand's message")
    right = [m for m in r["messages"] if m["channel"] == r["table"]]
    rep.want(len(right) == len(r["messages"]) == 1 or not r["messages"] and r["void"] and not r["dealt"],
             "message", "not exactly one message of the table's channel was mixed in")
    items = [T(one, b"\1", U(c["by"]), c["text"].encode()) for c in r["cuts"]]
    items += [T(one, b"\2", x["chain"] + U(x["round"]), x["value"]) for x in r["beacons"]]
    items += [T(one, b"\3", U(m["channel"]), U(m["message"])) for m in r["messages"]]
    E = T("fair/1/entropy", *sorted(items))
    return E, [T("fair/1/batch", U(b["index"]), U(b["size"]), b["root"], U(b["channel"]), U(b["message"])) if b else b""]

def check_order(r):
    """Reports whether the cards went out in a possible order; a void hand may stop anywhere."""
    d = r["dealt"]
    to = next((i for i, x in enumerate(d) if isinstance(x, str)), len(d))
    hole, board = d[:to], d[to:]
    if r["v"] == "fair/1":
        n = next((i for i, x in enumerate(hole) if x in hole[:i]), len(hole)) or 1
        rounds = next((i for i, x in enumerate(hole) if x != hole[i % n]), len(hole))
        if r["void"]:
            return True
        whole = all(isinstance(x, str) for x in board) and rounds == to and to % n == 0 and to // n >= 2
        draws = not board and rounds >= 5 * n and set(hole) == set(hole[:n])
        return whole or draws
    n = len(r["players"] or ()) or 1
    if to >= 5 * n:
        return not board and hole[:5 * n] == r["players"] * 5 and check_draws(hole[5 * n:], r["players"])
    if any(x != r["players"][i % n] for i, x in enumerate(hole)):
        return False
    if r["void"] and not board:
        return True
    names = [sum(x == name for x in board) for name in ("board", "board 2", "board 3")]
    a, b, c = names
    if to not in (2 * n, 4 * n) or board != ["board"] * a + ["board 2"] * b + ["board 3"] * c or a > 5 or (b or c) and a < 5:
        return False
    if r["void"]:
        return c <= b <= 5 and (not c or b in (1, 2, 5))
    return a in (0, 3, 4, 5) and b in (0, 1, 2, 5) and c in (0, b)

def check_draws(rest, players):
    def runs(cards):
        found = []
        for x in cards:
            if found and found[-1][0] == x:
                found[-1][1] += 1
            else:
                found.append([x, 1])
        places = [players.index(x) if x in players else -1 for x, _ in found]
        return found if all(a < b for a, b in zip([-1, *places], places)) and all(k <= 5 for _, k in found) else None
    if runs(rest) is not None:
        return True
    before = runs(rest[:-1])
    return before is not None and [rest[-1], 3] in before

def verify(source, own=()):
    rep = Report()
    try:
        r = read_receipt(source)
        parts = [OWN(read_json(o)) for o in own]
        for part in parts:
            up((o["k"] for o in part["open"]), "openings of a player")
    except Form as e:
        rep.want(False, "form", str(e))
        return rep, None
    v = r["v"]
    zero = v == "fair/2" or r["batch"]
    ctx = H(v + "/ctx", b"std52", U(r["table"]), U(r["hand"]), bytes(32) if zero else r["prev"])
    rep.want(r["seal"] == H(v + "/commit", ctx, b"".join(r["roots"])), "seal", "the roots do not give the seal")
    E, end = (check_two if v == "fair/2" else check_one)(r, rep)
    P = H(v + "/public", r["seal"], E)
    chosen, pi = uniform(P, v + "/choose")(8), perm(P, v + "/cut")
    closed = chosen if r["void"] else r["seeds"].index(None)
    rep.want(closed == chosen, "closed", "another deck is closed than the one that was chosen", None if v == "fair/2" else "entropy")
    seeds = seeds_of(v, ctx, r["secret"]) if r["void"] else r["seeds"]
    decks = [r["leaves"] if s is None else leaves_of(v, ctx, j, s) for j, s in enumerate(seeds)]
    rep.want(all(r["roots"][j] == root(v, ctx, j, deck) for j, deck in enumerate(decks)), "roots", "a deck does not give its root")
    rep.want(check_order(r), "order", "the cards went out in an order that no game has")
    opened = {o["k"] for o in r["open"]}
    rep.want(r["void"] or all(k in opened for k, to in enumerate(r["dealt"]) if isinstance(to, str)), "board", "a board card is closed")
    seen = {}
    def look_at(opens, leaf_check, twice_check):
        for o in opens:
            sealed, card = decks[closed][pi[o["k"]]], CARDS[o["card"]]
            rep.want(sealed == leaf(v, ctx, closed, pi[o["k"]], o["card"], o["salt"]), leaf_check, f"card {o['k']} was not sealed as {card}")
            rep.want(seen.setdefault(o["card"], o["k"]) == o["k"], twice_check, f"{card} comes twice")
    look_at(r["open"], "leaf", "twice")
    for part in parts:
        same = all(part[n] == r[n] for n in ("scheme", "table", "hand", "seal"))
        mine = all(o["k"] < len(r["dealt"]) and r["dealt"][o["k"]] == part["player"] for o in part["open"])
        if rep.want(same and mine, "own", "the own part is of another hand, or opens cards of others"):
            look_at(part["open"], "own", "own")
    ends = [b"void" if r["void"] else b"played", *(str(to).encode() for to in r["dealt"])]
    rep.want(r["transcript"] == H(v + "/transcript", r["prev"], P, *end, *ends), "transcript", "the receipt's rest is not that of its transcript")
    (tell_two if v == "fair/2" else tell_one)(r, rep)
    rep.grade = "-" if rep.faults else rep.grade
    return rep, r

# --- what a proof is worth, and what eyes have to see -----------------------------------------------------------------

def place(r, message, channel=None): return f"message {message} in channel {channel or r['table']}"

def tell_two(r, rep):
    b, beacon, m = r["batch"], r["beacon"], r["M"]
    known = CHAINS.get(b["chain"], dict(name="of " + b["chain"].hex()[:32] + "…") if b["chain"] else None)
    last, chain = b["first"] + b["size"] - 1, "the chain " + known["name"] if known else "\"no beacon\""
    rep.look.append(f"{place(r, b['message'])} shows hands {b['first']} to {last}, {chain}, and as its only 64 hex digits {b['published'].hex()}. "
                    "It is text of the bot alone, without \"(edited)\", a reply line or a command over it")
    if m is None:
        rep.grade = "D (void before its message)"
        rep.look.append(f"the channel has no message of hand {r['hand']}: with one, the bot could know the cards before it gave up the hand")
        return
    order, start = ", ".join(map(str, r["players"])), r["start"].hex()[:32]
    if beacon:
        rep.look.append(f"{place(r, m)} shows hand {r['hand']}, the players {order} in this order, drand round {beacon['round']} (or an earlier one, where Discord was slow: the message's number decides), and {start}. "
                        "It is text of the bot alone, without \"(edited)\", a reply line or a command over it, and the only one of that number")
    else:
        rep.look.append(f"{place(r, m)} is the only board of hand {r['hand']}; its first form showed the players {order} in this order, and {start}")
        rep.look += [f"{place(r, c['message'])} is the public answer to the cut of {c['by']}: {c['text']!r}" for c in r["cuts"]]
    rep.look.append("the players sat in that order, clockwise from the left of the button")
    if not beacon:
        by = ", ".join(str(c["by"]) for c in r["cuts"])
        rep.grade = f"B for {by}, C for others" if by else "C"
    elif not beacon["signature"]:
        rep.grade = "D (the beacon's value was late)"
        rep.look.append(f"the channel waited 30 seconds for round {beacon['round']}. A relay that has it says only that it came at some time")
    elif beacon["chain"] not in CHAINS:
        rep.grade = "D (unknown chain)"
    else:
        known = CHAINS[beacon["chain"]]
        rep.grade = f"A if the signature is good: not checked here (chain {known['name']})"
        rep.look.append(f"signature not checked here: {known['relay']}/{beacon['chain'].hex()}/public/{beacon['round']} has the signature {beacon['signature'].hex()}")

def tell_one(r, rep):
    b, cuts = r["batch"], r["cuts"]
    if b:
        rep.look.append(f"{place(r, b['message'], b['channel'])} shows {b['root'].hex()}, without \"(edited)\"")
    rep.look += [f"{place(r, m['message'])} is the only board of hand {r['hand']}" for m in r["messages"]]
    rep.look.append("the cards went round from the left of the button: " + ", ".join(map(str, r["dealt"])))
    typed = [c for c in cuts if not (re.fullmatch("[1-9][0-9]{16,19}", c["text"]) and int(c["text"]) < 1 << 64)]
    if r["beacons"] or not r["messages"] or len(cuts) > 1 or len(typed) < len(cuts):
        rep.grade = "D"
    else:
        rep.grade = f"B for {typed[0]['by']}, D for others" if typed else "C"

# --- a series ---------------------------------------------------------------------------------------------------------

MARKER = r"[ \t\r\n]*".join(["", "{", '"table"', ":", '"([1-9][0-9]*)"', ",", '"hand"', ":", "([1-9][0-9]*)", ",", '"unprovable"', ":", "true", "}", ""])

def marker_of(source):
    """Returns a match of the line of a hand without a receipt, or None."""
    m = re.fullmatch(MARKER, source)
    return m if m and int(m[1]) < 1 << 64 and int(m[2]) < 1 << 53 else None

def verify_series(sources):
    rep, hands, counts = Report(), [], {name: [] for name in ("hands", "void", "before", "late", "replaced", "unprovable")}
    for source in sources:
        if m := marker_of(source):
            hands.append(dict(table=int(m[1]), hand=int(m[2]), proof=False))
            counts["unprovable"].append(int(m[2]))
            rep.want(False, "unprovable", f"hand {m[2]} has no receipt")
            continue
        one, r = verify(source)
        rep.faults += [(step, check, f"hand {r['hand'] if r else '?'}: {says}") for step, check, says in one.faults]
        rep.look = list(dict.fromkeys(rep.look + one.look))
        hands += [r | dict(proof=True)] if r else []
    was = seals = None  # the last hand with a receipt, the last with a batch
    newest = 0          # the newest message of a hand
    for at, r in enumerate(sorted(hands, key=lambda r: r["hand"])):
        name, before = f"hand {r['hand']}: ", r["hand"] if not at else last
        rep.want(not at or r["hand"] != before, "repeated", name + "comes twice")
        rep.want(not at or r["hand"] <= before + 1, "gap", name + f"no receipt since hand {before}")
        same_table = rep.want(r["table"] == hands[0]["table"], "table", name + "of another table")
        last = r["hand"]
        counts["hands"].append(last)
        if not r["proof"] or not same_table:
            continue
        counts["void"] += [last] * r["void"]
        counts["before"] += [last] * (r["void"] and r["M"] is None)
        counts["late"] += [last] * r["late"]
        rep.want(r["hand"] > before + 1 or r["prev"] == was["transcript"] if was else r["hand"] > 1 or not any(r["prev"]), "prev", name + "does not follow the transcript before")
        rep.want(not was or r["v"] >= was["v"], "back", name + "fair/1 after fair/2")
        if r["batch"] and seals and same_batch(r) != same_batch(seals):
            rep.want(r["seals"] > seals["seals"], "batch", name + "its seals are not newer than those before")
            rep.want(was["hand"] < r["first"] <= r["hand"], "begin", name + "its seals do not begin with it")
            counts["replaced"] += [last] * (last_of(seals) >= last)
        if r["M"] is not None:
            rep.want(r["M"] > newest, "newer", name + "its message is not newer than that of the hand before")
            rep.want(all(c.get("message", newest + 1) > newest for c in r["cuts"]), "fresh", name + "a cut is older than the hand before")
            newest = max(newest, r["M"])
        was, seals = r, r if r["batch"] else seals
    return rep, {name: sorted(set(n)) if name != "hands" else n for name, n in counts.items()}

def same_batch(r): return r["v"], r["first"], {k: v for k, v in r["batch"].items() if k not in ("path", "index")}
def last_of(r): return r["first"] + r["batch"]["size"] - 1

# --- the command ------------------------------------------------------------------------------------------------------

MOST_BYTES, MOST_HANDS = 1 << 26, 100_000  # of a series

def split(data):
    """Returns the receipts of a file, as they are written: of a JSON array, or one a line."""
    s, decode = data.decode("utf-8").strip(" \t\r\n"), json.JSONDecoder().raw_decode
    listed = s.startswith("[")
    if listed:
        json.loads(s)  # refuses a list that breaks off
    found, at, skip = [], int(listed), re.compile("[ \t\r\n,]*" if listed else "[ \t\r\n]*")
    while (at := skip.match(s, at).end()) < len(s) and not (listed and at == len(s) - 1 and s[at] == "]"):
        value, end = decode(s, at)
        found.append(s[at:end])
        at = end
        if len(found) > MOST_HANDS:
            raise ValueError(f"more than {MOST_HANDS} hands")
    if not found:
        raise ValueError("no receipt")
    return found

def read_file(name):
    """Returns the bytes of a file that is not too long to be a series."""
    with open(name, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES} bytes")
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{name} begins with a byte order mark: save it as UTF-8 without one")
    return data

def first(things):
    """Returns the first of many things, with the number of the others."""
    more = len(things) - MOST_LINES
    return things[:MOST_LINES] + [f"and {more} more"] if more > 0 else things

def answer(rep, counts=None):
    """Returns the answer to a line of --lines."""
    out = {"grade": rep.grade, "steps": sorted({f[0] for f in rep.faults}), "checks": sorted({f[1] for f in rep.faults})}
    return json.dumps(out | ({"counts": {k: len(n) for k, n in counts.items()}} if counts else {}))

MOST_LINES = 200  # of each kind; a forged file could have a million

def show(rep, counts=None):
    """Prints a report and returns the exit code."""
    print(f"grade: {rep.grade}" if counts is None else f"hands: {len(counts['hands'])}")
    for name, says in dict(void="void", before="of these before their message", late="of these late", replaced="seals replaced early, from hand",
                           unprovable="without a receipt").items() if counts else ():
        print(f"{says}: {', '.join(map(str, first(counts[name]))) or 'none'}")
    for line in first([f"fault: {step} ({check}): {says}" for step, check, says in rep.faults]) + first(["look:  " + says for says in rep.look]):
        print(line)
    print("faults: " + str(len(rep.faults)))
    return 1 if rep.faults else 0

def main(args):
    sys.stdout.reconfigure(encoding="utf-8")
    if args == ["--lines"]:
        for line in sys.stdin.buffer:
            texts = json.loads(line)
            WITHOUT.clear()
            if isinstance(texts, dict):
                WITHOUT.add(texts["without"])
                texts = texts["texts"]
            print(answer(*verify_series(texts[0])) if isinstance(texts[0], list) else answer(verify(texts[0], texts[1:])[0]))
        return 0
    if not 1 <= len(args) <= 2 or args[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        data = [read_file(name) for name in args]
        receipts = split(data[0])
        if len(data) == 1 and (len(receipts) > 1 or data[0].lstrip().startswith(b"[") or marker_of(receipts[0])):
            return show(*verify_series(receipts))
    except (OSError, ValueError, RecursionError) as e:
        print(f"cannot read {args}: {e}", file=sys.stderr)
        return 2
    return show(verify(data[0], data[1:])[0])

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
