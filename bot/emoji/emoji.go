package emoji

import (
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/rest"
	"cardroom/engine/card"
	"cardroom/render/picture"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Tiler draws cards as emoji.
type Tiler interface {
	Tile(c card.Card, d picture.CardStyle) (picture.Tile, error)
}

// emoji is how cards are written as emoji: for each deck every card, or nil, and then cards are letters. So no message has
// some of these and some of those.
//
// The public board has a colour for each suit, as its picture has: it is one message for all. Who has chosen two colours for
// themselves (/settings four-colour) has them in what they alone see. Letters have the colour of the text around them, so
// that for these people there is a second set of pictures; spades and hearts are the same in both, which leaves 78 of the
// 2,000 that an application may have.
type Set struct {
	Tiler Tiler // nil: cards are letters
	Hook  failpoint.Hook
	Log   *slog.Logger

	decks [2]atomic.Pointer[[card.Count + 1]string]
}

// write is how the cards of a deck are written; nil: as letters.
func (e *Set) write(d picture.CardStyle) func(card.Card) string {
	all := e.decks[d].Load()
	if all == nil {
		return nil
	}
	return func(c card.Card) string { return all[c] }
}

// cards returns how cards are written to a person with these preferences; nil: as letters.
func (e *Set) Cards(own prefs.Person) func(card.Card) string {
	switch {
	case own.TextOnly:
		return nil
	case own.TwoColours:
		return e.write(picture.TwoColours)
	}
	return e.write(picture.FourColours)
}

// How long is waited from one emoji to the next, which leaves boards three quarters of what the bot may ask; and until it is
// tried again where Discord did not take one, twice as long each time, up to the longest.
const (
	emojiGap   = 100 * time.Millisecond
	emojiAgain = 5 * time.Second
	emojiLast  = time.Hour
)

// keepEmoji sees to it, once in a life of the program, that the application has the pictures of the cards. It is told of as
// trouble once: everything can be played without.
func (e *Set) Sync(ctx context.Context, api *rest.Client, app <-chan string) {
	if e.Tiler == nil {
		return
	}
	var client *rest.Client
	select {
	case id := <-app:
		client = api.As(id)
	case <-ctx.Done():
		return
	}
	w, err := e.wanted()
	if err != nil {
		e.Log.Error("the cards could not be drawn; they stay letters", "err", err)
		return
	}
	for pause := emojiAgain; ; pause = min(2*pause, emojiLast) {
		err := e.upload(ctx, client, w)
		if err == nil || ctx.Err() != nil {
			return
		}
		wait := pause
		if limited, ok := errors.AsType[*rest.RateLimited](err); ok {
			wait = max(wait, limited.After)
		}
		if pause == emojiAgain {
			e.Log.Warn("the pictures of the cards could not be uploaded and will be later; until then cards are letters", "err", err)
		}
		e.Log.Debug("an emoji could not be uploaded", "again", wait, "err", err)
		if !rested(ctx, wait) {
			return
		}
	}
}

// rested waits, and is false where ctx ends before.
func rested(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// wardrobe is what the application is to have: the names of all cards of both decks, and the pictures of these names.
type wanted struct {
	names [2][card.Count + 1]string
	tiles map[string]picture.Tile
}

// wardrobe draws all cards. A name ends with the sum of its picture, so that another drawing has another name.
func (e *Set) wanted() (wanted, error) {
	w := wanted{tiles: map[string]picture.Tile{}}
	for deck := range w.names {
		for c := card.Card(1); c <= card.Count; c++ {
			t, err := e.Tiler.Tile(c, picture.CardStyle(deck))
			if err != nil {
				return w, err
			}
			name := fmt.Sprintf("%s_%04x", CardName(c), t.Sum)
			w.names[deck][c], w.tiles[name] = name, t
		}
	}
	return w, nil
}

var (
	rankNames = [...]string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}
	suitNames = [...]string{"clubs", "diamonds", "hearts", "spades"}
)

// cardName is a card as a screen reader is to say it where it is an emoji: "ace_of_spades", in every language.
func CardName(c card.Card) string { return rankNames[c.Rank()] + "_of_" + suitNames[c.Suit()] }

// upload brings what is missing, the deck of four colours first, and takes away what is no more. A deck is written in its
// pictures from the moment in which Discord has all of them.
func (e *Set) upload(ctx context.Context, client *rest.Client, w wanted) error {
	there, err := list(ctx, client)
	if err != nil {
		return err
	}
	for deck, names := range w.names {
		var written [card.Count + 1]string
		for c := card.Card(1); c <= card.Count; c++ {
			name := names[c]
			if there[name] == "" {
				if err := e.uploadOne(ctx, client, name, w.tiles[name], there); err != nil {
					return err
				}
			}
			written[c] = "<:" + name + ":" + there[name] + ">"
		}
		e.decks[deck].Store(&written)
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if _, wanted := w.tiles[name]; wanted || !isCard(name) {
			continue
		}
		if err := e.dropOne(ctx, client, there[name]); err != nil {
			return err
		}
	}
	return nil
}

func (e *Set) dropOne(ctx context.Context, client *rest.Client, id string) error {
	if !rested(ctx, emojiGap) {
		return ctx.Err()
	}
	within, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	err := e.Hook.Do(failpoint.DropEmoji, func() error { return client.DeleteEmoji(within, id) })
	if errors.Is(err, rest.ErrGone) {
		return nil
	}
	return err
}

// uploadOne uploads a picture, and notes under which id it is there. Another process may have been faster, which then has the
// way to itself for a while, or the answer been lost: then the list has it.
func (e *Set) uploadOne(ctx context.Context, client *rest.Client, name string, tile picture.Tile, there map[string]string) error {
	if !rested(ctx, emojiGap) {
		return ctx.Err()
	}
	file, err := tile.PNG()
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	err = e.Hook.Do(failpoint.UploadEmoji, func() error {
		made, err := client.CreateEmoji(within, name, file)
		there[name] = made.ID
		return err
	})
	if err == nil {
		return nil
	}
	if _, limited := errors.AsType[*rest.RateLimited](err); limited || !rested(ctx, emojiAgain) {
		return err
	}
	now, failed := list(ctx, client)
	if failed != nil || now[name] == "" {
		return err
	}
	maps.Copy(there, now)
	return nil
}

// listEmoji is the ids of the application's emoji by their names.
func list(ctx context.Context, client *rest.Client) (map[string]string, error) {
	within, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	list, err := client.Emojis(within)
	ids := make(map[string]string, len(list))
	for _, e := range list {
		ids[e.Name] = e.ID
	}
	return ids, err
}

// isCard says whether an emoji is the picture of a card as this program names it. Others are somebody else's.
func isCard(name string) bool {
	i := strings.LastIndexByte(name, '_')
	if i < 0 || len(name[i+1:]) != 4 || strings.Trim(name[i+1:], "0123456789abcdef") != "" {
		return false
	}
	rank, suit, _ := strings.Cut(name[:i], "_of_")
	return slices.Contains(rankNames[:], rank) && slices.Contains(suitNames[:], suit)
}
