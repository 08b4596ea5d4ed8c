package store

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine"
)

// redisBooks are the books for work that is done here and written by the script. They answer with what Redis told;
// where it has told nothing yet they guess. The script writes only where every answer was true, and tells the truth
// where one was not; then the work is done again with that. So the rules about money stand in carry.go alone, and most
// commits, whose guesses are right, take one round trip.
type redisBooks struct {
	guild   engine.ID
	history int
	hunch   standing        // the guess about the table
	told    map[fact]string // by the script, all at one moment

	asked   []answer
	now     map[fact]string // the answers, and what was written since
	guessed bool            // an answer was not told
	writes  []write
}

// fact is a value in Redis: of a hash's field, or of a sorted set's member.
type fact struct{ command, key, field string }

// answer is what the work took a fact for; "" is none.
type answer struct {
	fact
	value string
}

// write is a command that changes a key.
type write struct {
	command, key string
	args         []string
}

func (w write) rank() int {
	if w.command == "XADD" {
		return 1
	}
	return 0
}

// holds is the type of key that a command works on.
var holds = map[string]string{
	"HGET": "hash", "HSET": "hash", "HDEL": "hash", "XADD": "stream",
	"PEXPIRE": "hash", "DEL": "hash",
	"ZSCORE": "zset", "ZADD": "zset", "ZREMRANGEBYRANK": "zset", "ZREMRANGEBYSCORE": "zset",
}

func newRedisBooks(guild engine.ID, history int, hunch standing, told map[fact]string) *redisBooks {
	return &redisBooks{guild: guild, history: history, hunch: hunch, told: told, now: map[fact]string{}}
}

// standingBefore is how a table must stand for a change with these entries to be carried out: the guess.
func standingBefore(c *Change, es []entry) standing {
	s := standing{version: c.Version, open: c.Version > 0, chips: c.Chips, epoch: c.Epoch}
	for _, e := range es {
		if e.to == TableAccount(c.Channel) {
			s.chips -= e.amount
		}
		if e.from == TableAccount(c.Channel) {
			s.chips += e.amount
		}
	}
	return s
}

// look answers for a fact, with the guess where nothing else is known.
func (b *redisBooks) look(command, key, field, guess string) string {
	f := fact{command, key, field}
	if value, ok := b.now[f]; ok {
		return value
	}
	value, ok := b.told[f]
	if !ok {
		value, b.guessed = guess, true
	}
	b.asked, b.now[f] = append(b.asked, answer{f, value}), value
	return value
}

// lookNumber is look where a number is kept; none is 0, false.
func (b *redisBooks) lookNumber(command, key, field, guess string) (int64, bool, error) {
	value := b.look(command, key, field, guess)
	if value == "" {
		return 0, false, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, false, fmt.Errorf("store: redis: %s of %s is no number", field, key)
	}
	return n, true, nil
}

func (b *redisBooks) write(command, key string, args ...string) {
	b.writes = append(b.writes, write{command, key, args})
}

func (b *redisBooks) standing(k Key, id string) (s standing, err error) {
	version, chips := "", ""
	if b.hunch.version > 0 {
		version, chips = number(b.hunch.version), number(b.hunch.chips)
	}
	open := ""
	if b.hunch.open {
		open = flag(true)
	}
	table := tableKey(k, tableName)
	if s.version, _, err = b.lookNumber("HGET", table, "version", version); err != nil {
		return s, &DamagedError{Key: k, Why: "its version is no number"}
	}
	s.open = b.look("HGET", table, "open", open) == flag(true)
	if s.made, _, err = b.lookNumber("ZSCORE", tableKey(k, changesName), id, ""); err != nil {
		return s, err
	}
	s.chips, _, err = b.lookNumber("HGET", guildKey(k.Guild, accountsName), string(TableAccount(k.Channel)), chips)
	return s, err
}

func (b *redisBooks) balance(guild engine.ID, a Account) (chips int64, known bool, err error) {
	return b.lookNumber("HGET", guildKey(guild, accountsName), string(a), "")
}

func (b *redisBooks) claimed(guild, person engine.ID) (day string, err error) {
	return b.look("HGET", guildKey(guild, accountsName), claimedField(person), ""), nil
}

func (b *redisBooks) paid(guild engine.ID, id string) (bool, error) {
	return b.look("HGET", guildKey(guild, paymentsName), id, "") != "", nil
}

// fence is guessed to be the epoch of the caller: so it is nearly always.
func (b *redisBooks) fence(guild engine.ID) (int64, error) {
	epoch, _, err := b.lookNumber("HGET", guildKey(guild, fenceName), fenceEpoch, none(b.hunch.epoch))
	return epoch, err
}

func (b *redisBooks) writeFence(guild engine.ID, epoch int64) error {
	b.write("HSET", guildKey(guild, fenceName), fenceEpoch, number(epoch))
	return nil
}

func (b *redisBooks) writeTable(c *Change, version int64) error {
	state, changes := "open", tableKey(c.Key, changesName)
	if c.Closed {
		state = "closed"
	}
	b.write("HSET", tableKey(c.Key, tableName), "version", number(version), "open", flag(!c.Closed),
		"session", number(c.Session), "at", number(c.At.UnixMilli()), "sum", number(checksum(c.Key, version, c.Data)),
		"data", string(c.Data))
	b.write("HSET", guildKey(c.Guild, tablesName), decimal(c.Channel), state)
	b.write("ZADD", changes, number(version), c.ID)
	b.write("ZREMRANGEBYRANK", changes, "0", number(-Remembered-1))
	return nil
}

func (b *redisBooks) writeHand(k Key, h Hand) error {
	if h.Number > ceiling || h.Number < -ceiling {
		return errors.New("store: redis: a hand's number is beyond 2^53")
	}
	hands, n := tableKey(k, handsName), number(h.Number)
	b.write("ZREMRANGEBYSCORE", hands, n, n)
	b.write("ZADD", hands, n, writeHandMember(h))
	b.write("ZREMRANGEBYRANK", hands, "0", number(-int64(b.history)-1))
	return nil
}

// writeLine leaves a line that cannot be read as it is, and one that has no place: nobody is kept at the table by it, and no
// hand waits for it. The ledger has what the line would say.
func (b *redisBooks) writeLine(k Key, session int64, l Line) error {
	key, field := sessionOf(k, session), decimal(l.Person)
	if had := b.look("HGET", key, field, ""); had != "" {
		line, err := readPlaced(l.Person, had)
		if err != nil {
			return nil
		}
		line.In += l.In
		line.Out += l.Out
		b.writeField(key, field, line.String())
		return nil
	}
	count, _, err := b.lookNumber("HGET", key, sessionCount, "")
	if err != nil {
		return nil
	}
	b.writeField(key, field, placed{place: count, Line: l}.String())
	b.writeField(key, sessionCount, number(count+1))
	return nil
}

// addStats leaves counts that cannot be read as they are, for the doctor to name: no hand waits for them.
func (b *redisBooks) addStats(guild engine.ID, s Stats) error {
	key, field := guildKey(guild, statsName), decimal(s.Person)
	had, err := readCounts(b.look("HGET", key, field, ""))
	if err != nil {
		return nil
	}
	b.writeField(key, field, writeCounts(had.Plus(s.Counts)))
	return nil
}

// writeField is for a field that the same work may look at again.
func (b *redisBooks) writeField(key, field, value string) {
	b.now[fact{"HGET", key, field}] = value
	b.write("HSET", key, field, value)
}

func (b *redisBooks) writeBalance(guild engine.ID, a Account, chips int64) error {
	b.write("HSET", guildKey(guild, accountsName), string(a), number(chips))
	if person, ok := a.Person(); ok {
		b.write("ZADD", guildKey(guild, richestName), number(-chips), rankMember(person))
	}
	return nil
}

func (b *redisBooks) writeEntry(o origin, e entry) error {
	b.write("XADD", guildKey(o.Guild, ledgerName), "*", "at", number(o.at.UnixMilli()),
		"from", string(e.from), "to", string(e.to), "amount", number(e.amount), "reason", string(e.reason),
		"person", decimal(e.person), "channel", decimal(o.Channel), "session", number(o.session), "change", o.id)
	return nil
}

func (b *redisBooks) writeClaimed(guild, person engine.ID, day string) error {
	b.write("HSET", guildKey(guild, accountsName), claimedField(person), day)
	return nil
}

func (b *redisBooks) writePaid(p *Payment) error {
	b.write("HSET", guildKey(p.Guild, paymentsName), p.ID, number(p.At.UnixMilli()))
	return nil
}

// script is what the script is called with.
func (b *redisBooks) script() (keys []string, args []any) {
	numbers := map[string]string{}
	use := func(command, key string) string {
		n, ok := numbers[key]
		if !ok {
			keys = append(keys, key)
			args = append(args, holds[command]) // the types come first
			n = strconv.Itoa(len(keys))
			numbers[key] = n
		}
		return n
	}
	var rest []any
	for _, f := range b.asked {
		rest = append(rest, f.command, use(f.command, f.key), f.field, f.value)
	}
	// The ledger comes first: adding to it alone can fail for what a key of the right type holds.
	slices.SortStableFunc(b.writes, func(a, b write) int { return cmp.Compare(b.rank(), a.rank()) })
	for _, w := range b.writes {
		rest = append(rest, strconv.Itoa(len(w.args)), w.command, use(w.command, w.key))
		for _, arg := range w.args {
			rest = append(rest, arg)
		}
	}
	args = append(args, strconv.Itoa(len(b.asked)))
	return keys, append(args, rest...)
}

// none is a number as it is kept where 0 is not.
func none(n int64) string {
	if n == 0 {
		return ""
	}
	return number(n)
}
