package redis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
)

// tx is a transaction that is worked out here and written by the script. It reads what Redis was observed to hold, and guesses
// where nothing was observed yet. The script writes only if every value was true; if one was not it returns the true values,
// and the work is done again with those.
type tx struct {
	guild    engine.ID
	history  int
	guess    ledger.TableState   // about the table
	observed map[location]string // returned by the script, all of one moment

	assumed []assumption
	values  map[location]string // values that were read, and those written since
	guessed bool                // a value was not observed
	writes  []write
}

// location is where a value lies in Redis: a hash's field, or a sorted set's member.
type location struct{ command, key, field string }

// assumption is a location and the value that the work read there; "" is none.
type assumption struct {
	location
	value string
}

// write is a command that changes a key.
type write struct {
	command, key string
	args         []string
}

func (w write) order() int {
	if w.command == "XADD" {
		return 1
	}
	return 0
}

// keyTypes has the type of key that a command works on.
var keyTypes = map[string]string{
	"HGET": "hash", "HSET": "hash", "HDEL": "hash", "XADD": "stream",
	"PEXPIRE": "hash", "DEL": "hash",
	"ZSCORE": "zset", "ZADD": "zset", "ZREMRANGEBYRANK": "zset", "ZREMRANGEBYSCORE": "zset",
}

func newTx(guild engine.ID, history int, guess ledger.TableState, observed map[location]string) *tx {
	return &tx{guild: guild, history: history, guess: guess, observed: observed, values: map[location]string{}}
}

// expectedState returns the state that a table must have for a change with these transfers to be applied: the guess.
func expectedState(c *store.Change, transfers []ledger.Transfer) ledger.TableState {
	s := ledger.TableState{Version: c.Version, Open: c.Version > 0, Chips: c.Chips, Epoch: c.Epoch}
	s.Escrow = store.Escrow{Tournament: c.Escrow.Tournament, Chips: c.Escrow.Chips}
	for _, m := range c.Escrow.Moves {
		s.Escrow.Chips -= m.Amount
	}
	for _, t := range transfers {
		if t.To == store.TableAccount(c.Channel) {
			s.Chips -= t.Amount
		}
		if t.From == store.TableAccount(c.Channel) {
			s.Chips += t.Amount
		}
	}
	return s
}

// read returns a value, or the guess if nothing else is known.
func (b *tx) read(command, key, field, guess string) string {
	f := location{command, key, field}
	if value, ok := b.values[f]; ok {
		return value
	}
	value, ok := b.observed[f]
	if !ok {
		value, b.guessed = guess, true
	}
	b.assumed, b.values[f] = append(b.assumed, assumption{f, value}), value
	return value
}

// readNumber reads a number; none is 0, false.
func (b *tx) readNumber(command, key, field, guess string) (int64, bool, error) {
	value := b.read(command, key, field, guess)
	if value == "" {
		return 0, false, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, false, unreadable("store: redis: %s: field %q holds %q, not a number", key, field, value)
	}
	return n, true, nil
}

func (b *tx) write(command, key string, args ...string) {
	b.writes = append(b.writes, write{command, key, args})
}

// writeKnown writes a field that the same work may read again.
func (b *tx) writeKnown(key, field, value string) {
	b.values[location{"HGET", key, field}] = value
	b.write("HSET", key, field, value)
}

// script returns the keys and arguments of the script.
func (b *tx) script() (keys []string, args []any) {
	numbers := map[string]string{}
	use := func(command, key string) string {
		n, ok := numbers[key]
		if !ok {
			keys = append(keys, key)
			args = append(args, keyTypes[command]) // the types come first
			n = strconv.Itoa(len(keys))
			numbers[key] = n
		}
		return n
	}
	var rest []any
	for _, f := range b.assumed {
		rest = append(rest, f.command, use(f.command, f.key), f.field, f.value)
	}
	// The ledger comes first: only adding to it can fail because of the value in a key of the right type.
	slices.SortStableFunc(b.writes, func(a, b write) int { return cmp.Compare(b.order(), a.order()) })
	for _, w := range b.writes {
		rest = append(rest, strconv.Itoa(len(w.args)), w.command, use(w.command, w.key))
		for _, arg := range w.args {
			rest = append(rest, arg)
		}
	}
	args = append(args, strconv.Itoa(len(b.assumed)))
	return keys, append(args, rest...)
}

// matters reports whether the script has anything to do: to write, or to check a guess.
func (b *tx) matters() bool { return b.guessed || len(b.writes) > 0 }

// observations returns the true values that the script replied with, or nil if all assumptions were true.
func (b *tx) observations(reply any) map[location]string {
	values, ok := reply.([]any)
	if !ok {
		return nil
	}
	observed := map[location]string{}
	for i, a := range b.assumed {
		observed[a.location] = text(values[i])
	}
	return observed
}

// formatNonZero formats a number, and 0 as none.
func formatNonZero(n int64) string {
	if n == 0 {
		return ""
	}
	return formatInt(n)
}

func (b *tx) Forgotten(guild, person engine.ID) (int64, error) {
	ms, _, err := b.readNumber("HGET", guildKey(guild, forgottenName), decimal(person), "")
	return ms, err
}

func (b *tx) DropStats(guild, person engine.ID) error {
	b.write("HDEL", guildKey(guild, statsName), decimal(person))
	return nil
}

func (b *tx) WriteForgotten(guild, person engine.ID, ms int64) error {
	b.write("HSET", guildKey(guild, forgottenName), decimal(person), formatInt(ms))
	return nil
}

func (b *tx) Gifts(guild, person engine.ID) (store.Gifts, error) {
	return backend.GiftsOrNone(b.read("HGET", guildKey(guild, accountsName), giftsField(person), "")), nil
}

func (b *tx) WriteGifts(guild, person engine.ID, g store.Gifts) error {
	b.write("HSET", guildKey(guild, accountsName), giftsField(person), g.String())
	return nil
}

func (b *tx) TableState(k store.Key, id string) (s ledger.TableState, err error) {
	version, chips := "", ""
	if b.guess.Version > 0 {
		version, chips = formatInt(b.guess.Version), formatInt(b.guess.Chips)
	}
	open := ""
	if b.guess.Open {
		open = flag(true)
	}
	table := tableKey(k, tableName)
	if s.Version, _, err = b.readNumber("HGET", table, "version", version); err != nil {
		return s, &store.DamagedError{Key: k, Why: "its version is no number", NoVersion: true}
	}
	s.Open = b.read("HGET", table, "open", open) == flag(true)
	if s.CommittedAs, _, err = b.readNumber("ZSCORE", tableKey(k, changesName), id, ""); err != nil {
		return s, err
	}
	s.Chips, _, err = b.readNumber("HGET", guildKey(k.Guild, accountsName), string(store.TableAccount(k.Channel)), chips)
	return s, err
}

func (b *tx) Balance(guild engine.ID, a store.Account) (chips int64, known bool, err error) {
	guess := ""
	if tournament, ok := a.Tournament(); ok && tournament == b.guess.Escrow.Tournament {
		guess = formatNonZero(b.guess.Escrow.Chips)
	}
	return b.readNumber("HGET", guildKey(guild, accountsName), string(a), guess)
}

func (b *tx) Claimed(guild, person engine.ID) (day string, err error) {
	return b.read("HGET", guildKey(guild, accountsName), claimedField(person), ""), nil
}

func (b *tx) Paid(guild engine.ID, id string) (bool, error) {
	return b.read("HGET", guildKey(guild, paymentsName), id, "") != "", nil
}

// Epoch guesses the epoch of the caller, which is nearly always right.
func (b *tx) Epoch(guild engine.ID) (int64, error) {
	epoch, _, err := b.readNumber("HGET", guildKey(guild, fenceName), fenceEpoch, formatNonZero(b.guess.Epoch))
	return epoch, err
}

func (b *tx) WriteEpoch(guild engine.ID, epoch int64) error {
	b.write("HSET", guildKey(guild, fenceName), fenceEpoch, formatInt(epoch))
	return nil
}

func (b *tx) WriteTable(c *store.Change, version int64) error {
	state, changes := "open", tableKey(c.Key, changesName)
	if c.Closed {
		state = "closed"
	}
	b.write("HSET", tableKey(c.Key, tableName), "version", formatInt(version), "open", flag(!c.Closed),
		"session", formatInt(c.Session), "at", formatInt(c.At.UnixMilli()), "sum", formatInt(backend.Checksum(c.Key, version, c.Data)),
		"data", string(c.Data))
	b.write("HSET", guildKey(c.Guild, tablesName), decimal(c.Channel), state)
	b.write("ZADD", changes, formatInt(version), c.ID)
	b.write("ZREMRANGEBYRANK", changes, "0", formatInt(-store.Remembered-1))
	return nil
}

func (b *tx) WriteHand(k store.Key, h store.Hand) error {
	if h.Number > ledger.MaxBalance || h.Number < -ledger.MaxBalance {
		return fmt.Errorf("store: redis: hand number %d is beyond 2^53", h.Number)
	}
	hands, n := tableKey(k, handsName), formatInt(h.Number)
	b.write("ZREMRANGEBYSCORE", hands, n, n)
	b.write("ZADD", hands, n, formatHand(h))
	b.write("ZREMRANGEBYRANK", hands, "0", formatInt(-int64(b.history)-1))
	return nil
}

// AddLine leaves a line that cannot be read as it is: it must keep no player at the table, and stop no hand. The ledger has
// the same amounts.
func (b *tx) AddLine(k store.Key, session int64, l store.Line) error {
	key, field := sessionOf(k, session), decimal(l.Person)
	if had := b.read("HGET", key, field, ""); had != "" {
		line, err := parseSessionLine(l.Person, had)
		if err != nil {
			return nil
		}
		line.In += l.In
		line.Out += l.Out
		b.writeKnown(key, field, line.String())
		return nil
	}
	count, _, err := b.readNumber("HGET", key, sessionCount, "")
	if err != nil {
		return nil
	}
	b.writeKnown(key, field, sessionLine{index: count, Line: l}.String())
	b.writeKnown(key, sessionCount, formatInt(count+1))
	return nil
}

// AddStats leaves counts that cannot be read as they are, for the doctor to name: they must stop no hand.
func (b *tx) AddStats(guild engine.ID, s store.Stats) error {
	key, field := guildKey(guild, statsName), decimal(s.Person)
	had, err := parseCounts(b.read("HGET", key, field, ""))
	if err != nil {
		return nil
	}
	b.writeKnown(key, field, formatCounts(had.Plus(s.Counts)))
	return nil
}

func (b *tx) WriteBalance(guild engine.ID, a store.Account, chips int64) error {
	b.write("HSET", guildKey(guild, accountsName), string(a), formatInt(chips))
	if person, ok := a.Person(); ok {
		b.write("ZADD", guildKey(guild, rankingName), formatInt(-chips), rankMember(person))
	}
	return nil
}

func (b *tx) WriteEntry(e ledger.Entry) error {
	b.write("XADD", guildKey(e.Guild, ledgerName), "*", "at", formatInt(e.At.UnixMilli()),
		"from", string(e.From), "to", string(e.To), "amount", formatInt(e.Amount), "reason", string(e.Reason),
		"person", decimal(e.Person), "channel", decimal(e.Channel), "session", formatInt(e.Session), "change", e.ID)
	return nil
}

func (b *tx) WriteClaimed(guild, person engine.ID, day string) error {
	b.write("HSET", guildKey(guild, accountsName), claimedField(person), day)
	return nil
}

func (b *tx) WritePaid(p *store.Payment) error {
	b.write("HSET", guildKey(p.Guild, paymentsName), p.ID, formatInt(p.At.UnixMilli()))
	return nil
}
