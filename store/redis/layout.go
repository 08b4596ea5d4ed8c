package redis

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

// The layout. G, C, P and S are guild, channel, person and session in decimal. Everything of a guild has the hash tag {g:G},
// so that it lies in one slot of a cluster and one script can reach it all. Numbers are decimal strings, times milliseconds
// since 1970.
//
//	cardroom:schema      string  the number of this layout: schemaVersion
//	cardroom:guilds      set     every G of which something was stored
//	cardroom:notes       hash    name → value
//	cardroom:{leases}:store  hash  id → a random word that tells this store from all others
//	cardroom:{leases}       hash  shard → "epoch owner" of its last lease, newest → the newest epoch
//	cardroom:{leases}:SHARD hash  owner; it expires with the lease
//	cardroom:{leases}:fleet  hash  shards → how many shards the guilds have, schema → the newest one of records,
//	                             member/NAME → 1 for each process that shares the shards
//	cardroom:{leases}:member:NAME hash  alive → 1; it expires with the process
//	cardroom:{leases}:rate:LIMIT string what is taken of the rate limit: its time to live, and microseconds; or the owner of a slot, below 1
//	{g:G}:fence          hash    epoch → of the newest lease that has claimed the guild
//	{g:G}:tables         hash    C → "open" or "closed"
//	{g:G}:table:C        hash    version, open (1 or 0), session, at, sum (CRC-32C), data
//	{g:G}:changes:C      zset    change id by the version it made, the last 256
//	{g:G}:hands:C        zset    "number at data" by number, the newest
//	{g:G}:session:C:S    hash    P → "place in out", count → how many there are
//	{g:G}:accounts       hash    account → balance; claimed/P → UTC day of the last daily claim;
//	                             gifts/P → "day given taken" of the UTC day of the last gift
//	{g:G}:richest        zset    P in 20 digits by minus the balance
//	{g:G}:stats          hash    P → stats.Counts as numbers with a space between; those from before schema 6 are of hands alone
//	{g:G}:forgotten      hash    P → at
//	{g:G}:ledger         stream  at, from, to, amount, reason, person, channel, session, change: every movement ever
//	{g:G}:payments       hash    payment id → at
//
// Only a held lease, a member of the fleet and a rate limit have a time to live. cardroom:guilds is written before the first change of a guild, and SetNote writes
// anew what it has lost: a guild in it may have nothing stored, but none is missing for long.
const (
	schemaKey = "cardroom:schema"
	guildsKey = "cardroom:guilds"
	notesKey  = "cardroom:notes"

	leasesKey    = "cardroom:{leases}"
	leasesNewest = "newest"
	leaseOwner   = "owner"

	fleetKey     = leasesKey + ":fleet"
	fleetShards  = "shards"
	fleetSchema  = "schema"
	memberPrefix = "member/"
	memberAlive  = "alive"

	markKey   = leasesKey + ":store"
	markField = "id"

	fenceName  = "fence"
	fenceEpoch = "epoch"

	tablesName    = "tables"
	tableName     = "table"
	changesName   = "changes"
	handsName     = "hands"
	sessionName   = "session"
	accountsName  = "accounts"
	rankingName   = "richest"
	statsName     = "stats"
	forgottenName = "forgotten"
	ledgerName    = "ledger"
	paymentsName  = "payments"

	// 1 had no account of free chips, 2 no forgotten people, 3 no gifts, 4 no House, 5 no stats of tournaments; otherwise they are the same
	schemaVersion = 6

	claimedPrefix = "claimed/"
	giftsPrefix   = "gifts/"
	sessionCount  = "count"
)

func guildKey(guild engine.ID, name string) string {
	return "{g:" + decimal(guild) + "}:" + name
}

func tableKey(k store.Key, name string) string {
	return guildKey(k.Guild, name+":"+decimal(k.Channel))
}

func sessionOf(k store.Key, session int64) string {
	return tableKey(k, sessionName) + ":" + formatInt(session)
}

func claimedField(person engine.ID) string {
	return claimedPrefix + decimal(person)
}

func giftsField(person engine.ID) string { return giftsPrefix + decimal(person) }

// rankMember returns a person's member of the ranking, which sorts as the number does.
func rankMember(person engine.ID) string { return fmt.Sprintf("%020d", uint64(person)) }

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

// readTime reads milliseconds since 1970.
func readTime(ms string) (time.Time, error) {
	n, err := strconv.ParseInt(ms, 10, 64)
	return time.UnixMilli(n).UTC(), err
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// readTable returns the record of the fields version, open, sum and data; a field that is missing is nil.
func readTable(k store.Key, fields []any) (store.Record, error) {
	version, open := text(fields[0]), text(fields[1])
	if version == "" && open == "" || open == flag(false) {
		return store.Record{}, store.ErrNotFound
	}
	return readRecord(k, version, text(fields[2]), text(fields[3]))
}

func readRecord(k store.Key, version, sum, data string) (store.Record, error) {
	r := store.Record{Key: k, Data: []byte(data)}
	var err error
	if r.Version, err = strconv.ParseInt(version, 10, 64); err != nil {
		r.Version = 0 // a number that is too large is cut
		return r, &store.DamagedError{Key: k, Why: "its version is no number", NoVersion: true}
	}
	if sum != formatInt(backend.Checksum(k, r.Version, r.Data)) {
		return r, &store.DamagedError{Key: k, Why: "its checksum is another"}
	}
	return r, nil
}

// text returns a field of HMGET; "" for none.
func text(field any) string {
	s, _ := field.(string)
	return s
}

func formatHand(h store.Hand) string {
	return formatInt(h.Number) + " " + formatInt(h.At.UnixMilli()) + " " + string(h.Data)
}

// parseHand reads a hand, and reports whether it is in that form.
func parseHand(member string) (h store.Hand, ok bool) {
	num, rest, _ := strings.Cut(member, " ")
	at, data, ok := strings.Cut(rest, " ")
	n, err1 := strconv.ParseInt(num, 10, 64)
	moment, err2 := readTime(at)
	return store.Hand{Number: n, At: moment, Data: []byte(data)}, ok && err1 == nil && err2 == nil
}

// sessionLine is a line of a session and its index among the lines, from 0.
type sessionLine struct {
	index int64
	store.Line
}

func (l sessionLine) String() string { return fmt.Sprintf("%d %d %d", l.index, l.In, l.Out) }

func parseSessionLine(person engine.ID, value string) (sessionLine, error) {
	l := sessionLine{Line: store.Line{Person: person}}
	var rest string
	if n, _ := fmt.Sscanf(value+" .", "%d %d %d %s", &l.index, &l.In, &l.Out, &rest); n != 4 || rest != "." {
		return sessionLine{}, unreadable("store: redis: session line %q is not \"place in out\"", value)
	}
	return l, nil
}

// formatCounts returns the stored form of counts, which parseCounts reads; "" is none.
func formatCounts(c stats.Counts) string {
	n := c.Numbers()
	return strings.Trim(fmt.Sprint(n[:]), "[]")
}

func parseCounts(value string) (c stats.Counts, err error) {
	var n [stats.Size]int64
	fields := strings.Fields(value)
	if len(fields) != stats.Size && len(fields) != stats.HandSize && value != "" {
		return c, unreadable("stats %q are not %d numbers", value, stats.Size)
	}
	for i, f := range fields {
		if n[i], err = strconv.ParseInt(f, 10, 64); err != nil {
			return c, unreadable("stats %q are not %d numbers", value, stats.Size)
		}
	}
	return stats.Read(n), nil
}

// decimal returns an ID in digits, and parseDecimal reads one.
func decimal(id engine.ID) string { return strconv.FormatUint(uint64(id), 10) }

func parseDecimal(digits string) (engine.ID, error) {
	id, err := strconv.ParseUint(digits, 10, 64)
	return engine.ID(id), err
}
