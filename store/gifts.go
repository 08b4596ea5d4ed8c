package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"cardroom/engine"
)

// What gifts may move on a UTC day in a guild, in chips: all that one person gives, and all that one is given.
const (
	GiveLimit = Opening
	TakeLimit = 2 * Opening
)

// Gifts is what a person gave others and was given by them, in chips, on the UTC day of the last gift of either kind. A new
// day begins at nothing; on a day before the last one, as where a clock was set back, the last one counts on.
type Gifts struct {
	Day          string // "2026-11-22", "" before the first gift
	Given, Taken int64
}

// MayGive is how many chips the person may give others at a moment, whatever their wallet holds.
func (g Gifts) MayGive(at time.Time) int64 { return max(0, GiveLimit-g.on(day(at)).Given) }

// MayTake is how many chips the person may be given by others at a moment.
func (g Gifts) MayTake(at time.Time) int64 { return max(0, TakeLimit-g.on(day(at)).Taken) }

// on is what counts on a day.
func (g Gifts) on(day string) Gifts {
	if day > g.Day {
		return Gifts{Day: day}
	}
	return g
}

// after is the gifts with one more on a day.
func (g Gifts) after(day string, given, taken int64) Gifts {
	g = g.on(day)
	g.Given += given
	g.Taken += taken
	return g
}

// end is when the day is over, and the gifts of the next begin at nothing.
func (g Gifts) end() time.Time {
	began, _ := time.Parse(time.DateOnly, g.Day)
	return began.AddDate(0, 0, 1)
}

// String is the gifts as they are kept, and readGifts reads them; "" is none.
func (g Gifts) String() string {
	if g == (Gifts{}) {
		return ""
	}
	return fmt.Sprintf("%s %d %d", g.Day, g.Given, g.Taken)
}

func readGifts(value string) (g Gifts, err error) {
	if value == "" {
		return g, nil
	}
	fmt.Sscanf(value, "%s %d %d", &g.Day, &g.Given, &g.Taken)
	if _, err := time.Parse(time.DateOnly, g.Day); err != nil || g.Given < 0 || g.Taken < 0 || g.String() != value {
		return Gifts{}, fmt.Errorf("store: stored gifts cannot be read: %q", value)
	}
	return g, nil
}

// GiftError says that a gift is more than one person may give on a day, or another be given.
type GiftError struct {
	Left  int64     // chips that the one may still give the other now; 0 for none
	Again time.Time // when it may be more: the end of a UTC day
}

func (e *GiftError) Error() string {
	return fmt.Sprintf("store: gifts of the day: %d are left until %s", e.Left, e.Again.Format(time.RFC3339))
}

// allowed is the gifts of both sides with a payment from one wallet to another, or a refusal.
func allowed(b books, p *Payment) (from, to Gifts, err error) {
	from, err = b.gifts(p.Guild, p.From)
	if err != nil {
		return from, to, err
	}
	if to, err = b.gifts(p.Guild, p.To); err != nil {
		return from, to, err
	}
	give, take := from.MayGive(p.At), to.MayTake(p.At)
	from, to = from.after(day(p.At), p.Amount, 0), to.after(day(p.At), 0, p.Amount)
	refusal := &GiftError{Left: min(give, take)}
	if p.Amount > give {
		refusal.Again = from.end()
	}
	if p.Amount > take && to.end().After(refusal.Again) {
		refusal.Again = to.end()
	}
	if p.Amount > refusal.Left {
		return from, to, refusal
	}
	return from, to, nil
}

// writeGift keeps the gifts of both sides of a payment, as allowed gives them.
func writeGift(b books, p *Payment, from, to Gifts) error {
	if err := b.writeGifts(p.Guild, p.From, from); err != nil {
		return err
	}
	return b.writeGifts(p.Guild, p.To, to)
}

// beyond says whether the gifts are others than the ledger gives. They may be fewer on the same day, or none at all: gifts
// of before there were limits were not counted.
func (g Gifts) beyond(ledger Gifts) bool {
	if g == (Gifts{}) {
		return false
	}
	return g.Day != ledger.Day || g.Given > ledger.Given || g.Taken > ledger.Taken
}

// wallet is the wallet of a person who has so much in it.
func (m *memory) wallet(guild, person engine.ID, balance int64) Wallet {
	who := inGuild[engine.ID]{guild, person}
	return Wallet{Person: person, Balance: balance, Claimed: m.claims[who], Gifts: m.gave[who]}
}

func (m *memoryBooks) gifts(guild, person engine.ID) (Gifts, error) {
	return m.gave[inGuild[engine.ID]{guild, person}], nil
}

func (m *memoryBooks) writeGifts(guild, person engine.ID, g Gifts) error {
	m.gave[inGuild[engine.ID]{guild, person}] = g
	return nil
}

// legibleGifts is gifts as they are kept, none where they cannot be read: a wallet holds its chips all the same, and the next
// gift writes them anew.
func legibleGifts(value string) Gifts {
	g, err := readGifts(value)
	if err != nil {
		return Gifts{}
	}
	return g
}

// giftText is gifts as a column of the file has them, as legibleGifts reads it.
type giftText Gifts

// Scan implements [sql.Scanner].
func (g *giftText) Scan(v any) error {
	value, ok := v.(string)
	if !ok {
		return errors.New("gifts that are no text")
	}
	*g = giftText(legibleGifts(value))
	return nil
}

func (b *fileBooks) gifts(guild, person engine.ID) (g Gifts, err error) {
	_, err = b.scan(b.selGifts.QueryRow(int64(guild), string(WalletAccount(person))), (*giftText)(&g))
	return g, err
}

func (b *fileBooks) writeGifts(guild, person engine.ID, g Gifts) error {
	return b.exec(b.setGifts, g.String(), int64(guild), string(WalletAccount(person)))
}

func (f *file) gifts(ctx context.Context, guild engine.ID) (map[engine.ID]Gifts, error) {
	texts, err := collectMap(f, func(r *sql.Rows) (person engine.ID, text string, err error) {
		err = r.Scan((*snowflake)(&person), &text)
		return person, text, err
	})(f.read.gifts.QueryContext(ctx, int64(guild)))
	all := make(map[engine.ID]Gifts, len(texts))
	for person, text := range texts {
		g, why := readGifts(text)
		if why != nil {
			return all, damagedOf(guild, "the gifts", decimal(person), why)
		}
		all[person] = g
	}
	return all, err
}

func (b *redisBooks) gifts(guild, person engine.ID) (Gifts, error) {
	return legibleGifts(b.look("HGET", guildKey(guild, accountsName), giftsField(person), "")), nil
}

func (b *redisBooks) writeGifts(guild, person engine.ID, g Gifts) error {
	b.write("HSET", guildKey(guild, accountsName), giftsField(person), g.String())
	return nil
}

func (r *redisStore) gifts(ctx context.Context, guild engine.ID) (map[engine.ID]Gifts, error) {
	return ofPeople(ctx, r, guild, accountsName, giftsPrefix, "the gifts", readGifts)
}
