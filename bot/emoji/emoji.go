package emoji

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/rest"
	"cardroom/engine/card"
	"cardroom/internal/retry"
	"cardroom/render/picture"
)

// Tiler draws cards as emoji.
type Tiler interface {
	Tile(c card.Card, d picture.CardStyle) (picture.Tile, error)
}

// Set writes cards as emoji. A style is used once all its cards are uploaded; until then cards are letters. So no message
// mixes the two.
type Set struct {
	Tiler Tiler // nil: cards are letters
	Hook  failpoint.Hook
	Log   *slog.Logger

	syncing sync.Mutex // held while a bot uploads them

	styles [2]atomic.Pointer[[card.Count + 1]string] // by picture.CardStyle; nil until Discord has all of them
}

// write returns how to write cards in a style; nil: as letters.
func (s *Set) write(d picture.CardStyle) func(card.Card) string {
	all := s.styles[d].Load()
	if all == nil {
		return nil
	}
	return func(c card.Card) string { return all[c] }
}

// Cards returns how to write cards for a user with these preferences; nil: as letters.
func (s *Set) Cards(own prefs.Person) func(card.Card) string {
	switch {
	case own.TextOnly:
		return nil
	case own.TwoColours:
		return s.write(picture.TwoColours)
	}
	return s.write(picture.FourColours)
}

// gap is the time between two emoji uploads. It leaves three quarters of the bot's global rate limit to boards.
const gap = 100 * time.Millisecond

// backoff is the retry schedule for failed uploads.
var backoff = retry.Backoff{First: 5 * time.Second, Max: time.Hour}

// Sync uploads the pictures of the cards, once in a run of the program. It receives the application's id from app. Only the
// first failure logs a warning, because the bot works without emoji.
func (s *Set) Sync(ctx context.Context, api *rest.Client, app <-chan string) {
	if s.Tiler == nil {
		return
	}
	var client *rest.Client
	select {
	case id := <-app:
		client = api.As(id)
	case <-ctx.Done():
		return
	}
	for !s.syncing.TryLock() { // the bots of other shards share the set
		if !retry.Sleep(ctx, gap) {
			return
		}
	}
	defer s.syncing.Unlock()
	if s.uploaded() || ctx.Err() != nil {
		return
	}
	w, err := s.wanted()
	if err != nil {
		s.Log.Error("could not draw the card emoji; cards stay letters", "err", err)
		return
	}
	for failures := 1; ; failures++ {
		err := s.upload(ctx, client, w)
		if err == nil || ctx.Err() != nil {
			return
		}
		after, _ := retry.After(err)
		wait := max(backoff.Delay(failures), after)
		if failures == 1 {
			s.Log.Warn("could not upload the card emoji; retrying, and until then cards are letters", "err", err)
		}
		s.Log.Debug("could not upload an emoji", "again", wait, "err", err)
		if !retry.Sleep(ctx, wait) {
			return
		}
	}
}

// uploaded reports whether Discord has all emoji.
func (s *Set) uploaded() bool {
	return s.styles[0].Load() != nil && s.styles[1].Load() != nil
}

// wanted holds the emoji that the application should have: the names of all cards in both styles, and their pictures by
// name.
type wanted struct {
	names [2][card.Count + 1]string
	tiles map[string]picture.Tile
}

// wanted draws all cards. A name ends with the picture's checksum, so that another drawing has another name.
func (s *Set) wanted() (wanted, error) {
	w := wanted{tiles: map[string]picture.Tile{}}
	for style := range w.names {
		for c := card.Card(1); c <= card.Count; c++ {
			t, err := s.Tiler.Tile(c, picture.CardStyle(style))
			if err != nil {
				return w, err
			}
			name := fmt.Sprintf("%s_%04x", CardName(c), t.Sum)
			w.names[style][c], w.tiles[name] = name, t
		}
	}
	return w, nil
}

var (
	rankNames = [...]string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}
	suitNames = [...]string{"clubs", "diamonds", "hearts", "spades"}
)

// CardName returns a card's name as a screen reader reads its emoji: "ace_of_spades", in every language.
func CardName(c card.Card) string { return rankNames[c.Rank()] + "_of_" + suitNames[c.Suit()] }

// upload uploads the missing emoji, four colours first, and deletes those of old pictures. A style comes into use when
// Discord has all its emoji.
func (s *Set) upload(ctx context.Context, client *rest.Client, w wanted) error {
	there, err := list(ctx, client)
	if err != nil {
		return err
	}
	for style, names := range w.names {
		var written [card.Count + 1]string
		for c := card.Card(1); c <= card.Count; c++ {
			name := names[c]
			if there[name] == "" {
				if err := s.uploadOne(ctx, client, name, w.tiles[name], there); err != nil {
					return err
				}
			}
			written[c] = "<:" + name + ":" + there[name] + ">"
		}
		s.styles[style].Store(&written)
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if _, wanted := w.tiles[name]; wanted || !isCard(name) {
			continue
		}
		if err := s.dropOne(ctx, client, there[name]); err != nil {
			return err
		}
	}
	return nil
}

// dropOne deletes an emoji.
func (s *Set) dropOne(ctx context.Context, client *rest.Client, id string) error {
	if !retry.Sleep(ctx, gap) {
		return ctx.Err()
	}
	within, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	err := s.Hook.Do(failpoint.DropEmoji, func() error { return client.DeleteEmoji(within, id) })
	if errors.Is(err, rest.ErrGone) {
		return nil
	}
	return err
}

// uploadOne uploads a picture and adds its id to there. If that fails, it reads Discord's list: another process may have
// been faster, or the answer was lost.
func (s *Set) uploadOne(ctx context.Context, client *rest.Client, name string, tile picture.Tile, there map[string]string) error {
	if !retry.Sleep(ctx, gap) {
		return ctx.Err()
	}
	file, err := tile.PNG()
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	err = s.Hook.Do(failpoint.UploadEmoji, func() error {
		made, err := client.CreateEmoji(within, name, file)
		there[name] = made.ID
		return err
	})
	if err == nil {
		return nil
	}
	if _, limited := errors.AsType[*rest.RateLimited](err); limited || !retry.Sleep(ctx, backoff.First) {
		return err
	}
	now, failed := list(ctx, client)
	if failed != nil || now[name] == "" {
		return err
	}
	maps.Copy(there, now)
	return nil
}

// list returns the ids of the application's emoji by their names.
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

// isCard reports whether an emoji has one of this program's card names. It leaves all other emoji alone.
func isCard(name string) bool {
	i := strings.LastIndexByte(name, '_')
	if i < 0 || len(name[i+1:]) != 4 || strings.Trim(name[i+1:], "0123456789abcdef") != "" {
		return false
	}
	rank, suit, _ := strings.Cut(name[:i], "_of_")
	return slices.Contains(rankNames[:], rank) && slices.Contains(suitNames[:], suit)
}
