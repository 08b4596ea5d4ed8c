package rest_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"

	"cardroom/bot/rest"
)

func TestEmojiAreMadeListedAndDeleted(t *testing.T) {
	onBench(t, func(b *bench) {
		var file bytes.Buffer
		b.must(png.Encode(&file, image.NewGray(image.Rect(0, 0, 128, 128))))
		made, err := b.CreateEmoji(b.Context(), "ace_of_spades_3f2a", file.Bytes())
		b.must(err)
		if there := b.srv.Emojis(); len(there) != 1 || there[0].ID != made.ID || !bytes.Equal(there[0].Data, file.Bytes()) {
			b.Errorf("made %+v, and there is %+v", made, there)
		}
		var refused *rest.Error
		if _, err := b.CreateEmoji(b.Context(), "ace_of_spades_3f2a", file.Bytes()); !errors.As(err, &refused) || refused.Status != 400 {
			b.Errorf("a second of the name: %v", err)
		}
		if list, err := b.Emojis(b.Context()); err != nil || len(list) != 1 || list[0] != made {
			b.Errorf("listed are %+v, %v", list, err)
		}
		b.must(b.DeleteEmoji(b.Context(), made.ID))
		if err := b.DeleteEmoji(b.Context(), made.ID); !errors.Is(err, rest.ErrGone) {
			b.Errorf("deleting it again: %v", err)
		}
		if _, err := b.As("1").Emojis(b.Context()); err == nil {
			b.Error("another application's emoji are listed")
		}
	})
}
