package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"cardroom/bot"
	"cardroom/bot/shuffle"
	"cardroom/engine/card"
	"cardroom/render/picture"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// drawn has the real tiles, each drawn once for all tests; another salt makes others.
type drawn struct{ salt uint16 }

var tiles sync.Map // of [2]uint8, card and deck

func (d drawn) Tile(c card.Card, deck picture.CardStyle) (picture.Tile, error) {
	key := [2]uint8{uint8(c), uint8(deck)}
	if t, ok := tiles.Load(key); ok {
		tile := t.(picture.Tile)
		tile.Sum ^= d.salt
		return tile, nil
	}
	if errPainter != nil {
		return picture.Tile{}, errPainter
	}
	tile, err := realPainter.Tile(c, deck)
	tiles.Store(key, tile)
	tile.Sum ^= d.salt
	return tile, err
}

// makeEmoji uploads an emoji of the application, as its owner can by hand.
func (c *club) makeEmoji(name string) {
	c.t.Helper()
	body := fmt.Sprintf(`{"name":%q,"image":"data:image/png;base64,AA=="}`, name)
	c.callDiscord(http.MethodPost, c.application()+"/emojis", body, new(any))
}

// second starts another process of the application, over a store of its own.
func (c *club) second() (stop func()) {
	c.t.Helper()
	st, err := storeopen.Open(c.t.Context(), "memory:", store.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	b, err := bot.New(bot.Config{
		Token: c.srv.Token(), API: c.srv.URL(), Key: make([]byte, shuffle.KeySize), Tiler: drawn{}, HTTP: c.srv.Client(),
		Dial: c.srv.Dialer().NetDialContext, Log: slog.New(slog.NewTextHandler(c.log, nil)),
	}, st)
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			c.t.Errorf("Run: %v", err)
		}
		st.Close()
	}
}
