package bot

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"

	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/store"
)

// sessionNote returns the name of the note with the session of the bot's shard under the lease of an epoch. The note lets the
// process with the next lease resume the session. Each lease has a note of its own, so a process that was overtaken cannot
// overwrite the session of the next one. The bot encrypts it, because a session is as secret as a token.
func (b *Bot) sessionNote(epoch int64) string {
	return fmt.Sprintf("session %d/%d %d", b.config.ShardID, b.config.ShardCount, epoch)
}

// sessionKey returns what encrypts the note.
func (b *Bot) sessionKey() shuffle.Sealer {
	return b.Codec.Keys.Secret(store.Key{}, "session", int64(b.config.ShardID))
}

// storedSession returns the session that the last process left. Where it cannot be read, or there is none, storedSession returns
// a zero one, and the shard begins a new session.
func (b *Bot) storedSession(ctx context.Context) (s gateway.Session) {
	ctx, cancel := storage.Within(ctx)
	defer cancel()
	name := b.sessionNote(b.config.HandOver.Previous)
	note, err := b.Store.Note(ctx, name)
	if err != nil || note == "" {
		return s
	}
	sealed, err := base64.StdEncoding.DecodeString(note)
	if err == nil {
		var clear []byte
		if clear, err = b.sessionKey().Open(sealed, nil); err == nil {
			err = json.Unmarshal(clear, &s)
		}
	}
	if err != nil {
		b.Log.Warn("the session of the last process cannot be read; beginning a new one", "note", name, "err", err)
		return gateway.Session{}
	}
	return s
}

// keepSession returns a function that stores the session for the next process. Where that fails, the next process begins a new one
// or resumes an older point of it: then Discord sends some events again, and each takes effect once. The first session
// that is stored replaces the one of the last process.
func (b *Bot) keepSession() func(gateway.Session) {
	forgetLast := sync.OnceFunc(func() { b.setSession(b.config.HandOver.Previous, "") })
	return func(s gateway.Session) {
		note := ""
		if s.ID != "" {
			clear, err := json.Marshal(s)
			if err != nil {
				panic(err) // plain values: cannot happen
			}
			note = base64.StdEncoding.EncodeToString(b.sessionKey().Seal(clear, nil))
		}
		if b.setSession(b.config.HandOver.Epoch, note) && note != "" {
			forgetLast()
		}
	}
}

// setSession sets the note of a session, and reports whether that succeeded.
func (b *Bot) setSession(epoch int64, note string) bool {
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	err := b.Hook.Do(failpoint.HandSession, func() error { return b.Store.SetNote(ctx, b.sessionNote(epoch), note) })
	if err != nil {
		b.Log.Info("could not store the gateway's session", "err", err)
	}
	return err == nil
}
