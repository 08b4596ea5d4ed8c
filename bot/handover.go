package bot

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/store"
)

// sessionNote returns the name of the note with the session of the bot's shard under the lease of an epoch. The note lets the
// process with a later lease resume the session. Each lease has a note of its own, so a process that was overtaken cannot
// overwrite the session of the next one. The bot encrypts it, because a session is as secret as a token.
func (b *Bot) sessionNote(epoch int64) string {
	return fmt.Sprintf("%s %d", b.epochsNote(), epoch)
}

// epochsNote returns the name of the note with the epochs of the leases that may have stored a session, the newest first. A process
// may end before it has a session: by this note the next one finds the lease before. The notes of another number of shards stay, for
// a change back.
func (b *Bot) epochsNote() string {
	return fmt.Sprintf("session %d/%d", b.config.ShardID, b.config.ShardCount)
}

// inheritance is the state that the leases before the bot's own left.
type inheritance struct {
	session gateway.Session // the newest that any of them stored; a zero one if there is none
	epochs  []int64         // the last lease, and the one that stored the session: the bot's own session replaces theirs
}

// sessionKey returns the sealer that encrypts the note.
func (b *Bot) sessionKey() shuffle.Sealer {
	return b.Codec.Keys.Secret(store.Key{}, "session", int64(b.config.ShardID))
}

// inherit reads the newest session that an earlier lease stored, and deletes those before it. The last lease comes first: an older
// program does not write the note of epochs. Where the newest session cannot be decrypted, the shard begins a new one.
func (b *Bot) inherit(ctx context.Context) error {
	lease, got, found := b.config.HandOver, inheritance{}, false
	epochs, err := b.readEpochs(ctx)
	if err != nil {
		return err
	}
	if lease.Previous > 0 {
		got.epochs = []int64{lease.Previous}
	}
	for i, epoch := range append(slices.Clone(got.epochs), epochs...) {
		if epoch >= lease.Epoch || i > 0 && slices.Contains(got.epochs, epoch) {
			continue // of a process that has overtaken this one, or read before
		}
		note, err := b.readNote(ctx, b.sessionNote(epoch))
		switch {
		case err != nil:
			return err
		case note == "":
		case found:
			b.setNote(b.sessionNote(epoch), "")
		default:
			found, got.session = true, b.decrypted(note)
			if i > 0 || lease.Previous == 0 {
				got.epochs = append(got.epochs, epoch)
			}
		}
	}
	b.inherited = got
	b.writeEpochs(epochs) // if that fails, the first session tries again
	return nil
}

// readNote reads a note of the store.
func (b *Bot) readNote(ctx context.Context, name string) (string, error) {
	ctx, cancel := storage.Within(ctx)
	defer cancel()
	return b.Store.Note(ctx, name)
}

// readEpochs reads the note of epochs. It leaves out unreadable ones.
func (b *Bot) readEpochs(ctx context.Context) (epochs []int64, err error) {
	note, err := b.readNote(ctx, b.epochsNote())
	for text := range strings.FieldsSeq(note) {
		if epoch, err := strconv.ParseInt(text, 10, 64); err == nil {
			epochs = append(epochs, epoch)
		}
	}
	return epochs, err
}

// writeEpochs adds the bot's own lease to those of the note of epochs, as it was read, and reports whether that succeeded. It leaves
// the note of a process that has overtaken this one.
func (b *Bot) writeEpochs(epochs []int64) bool {
	own := b.config.HandOver.Epoch
	if len(epochs) > 0 && epochs[0] >= own {
		return true
	}
	note := fmt.Sprint(append([]int64{own}, b.inherited.epochs...))
	return b.setNote(b.epochsNote(), strings.Trim(note, "[]"))
}

// decrypted returns the session of a note, or a zero one if the note cannot be read.
func (b *Bot) decrypted(note string) (s gateway.Session) {
	sealed, err := base64.StdEncoding.DecodeString(note)
	if err == nil {
		var clear []byte
		if clear, err = b.sessionKey().Open(sealed, nil); err == nil {
			err = json.Unmarshal(clear, &s)
		}
	}
	if err != nil {
		b.Log.Warn("the session of the last process cannot be read; beginning a new one", "shard", b.config.ShardID, "err", err)
		return gateway.Session{}
	}
	return s
}

// keepSession returns a function that stores the session for the next process. Where that fails, the next process begins a new one
// or resumes an older point of it: then Discord sends some events again, and each takes effect once. The first session
// that is stored replaces those of earlier leases.
func (b *Bot) keepSession() func(gateway.Session) {
	replaced := false
	return func(s gateway.Session) {
		note := ""
		if s.ID != "" {
			clear, err := json.Marshal(s)
			if err != nil {
				panic(err) // plain values: cannot happen
			}
			note = base64.StdEncoding.EncodeToString(b.sessionKey().Seal(clear, nil))
		}
		if b.setNote(b.sessionNote(b.config.HandOver.Epoch), note) && note != "" && !replaced {
			replaced = b.replaceInherited()
		}
	}
}

// replaceInherited deletes the sessions of earlier leases, once the note of epochs has the bot's own lease. An overtaken process may
// have written that note after inherit.
func (b *Bot) replaceInherited() bool {
	epochs, err := b.readEpochs(b.Ctx)
	deleted := err == nil && b.writeEpochs(epochs)
	for _, epoch := range b.inherited.epochs {
		deleted = deleted && b.setNote(b.sessionNote(epoch), "")
	}
	return deleted
}

// setNote sets a note of the hand-over, and reports whether that succeeded.
func (b *Bot) setNote(name, value string) bool {
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	err := b.Hook.Do(failpoint.HandSession, func() error { return b.Store.SetNote(ctx, name, value) })
	if err != nil {
		b.Log.Info("could not store the gateway's session", "err", err)
	}
	return err == nil
}
