package history

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/phh"
	"cardroom/engine/pokerstars"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// answerFile answers with the hand as a file in a format.
func answerFile(e *table.Env, in *interaction.Interaction, p hand, format string) {
	if p.view.Voided {
		e.Reply.Text(in, in.Lang.History.Void.Format("hand", render.HandNumber(p.view.Hand)))
		return
	}
	name, text, err := p.export(in.Key, format)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	e.Reply.Files(in, in.Lang.History.File.Format("hand", render.HandNumber(p.view.Hand)), file(name, textType, []byte(text)))
}

// export returns the hand in a format, for a program to read.
func (p *hand) export(key store.Key, format string) (name, text string, err error) {
	if format == formatStars {
		text, err = pokerstars.Of(p.view, p.Events, pokerstars.Labels{
			ID: uint64(p.view.Message), Table: fmt.Sprintf("Cardroom %d", key.Channel), Name: p.plainName,
		})
		return fmt.Sprintf("cardroom-hand-%d-pokerstars.txt", p.view.Hand), text, err
	}
	h, err := p.phh(key)
	if err != nil {
		return "", "", err
	}
	var out bytes.Buffer
	err = h.Write(&out)
	return fmt.Sprintf("cardroom-hand-%d.phh", p.view.Hand), out.String(), err
}

// phh returns the hand in the Poker Hand History format.
func (p *hand) phh(key store.Key) (*phh.Hand, error) {
	byID := map[engine.ID]string{}
	for _, s := range p.steps[0].View.Seats {
		byID[s.Player] = p.plainName(s)
	}
	h, err := phh.Of(p.view, p.Events, func(who engine.ID) string { return byID[who] })
	if err == nil {
		h.Table = fmt.Sprint(key.Channel)
	}
	return h, err
}

// page is how many hands collect reads at once.
const page = 50

// patience is how many tries to read the hands of a collection may fail in a row before it is left out: ten minutes of
// [message.PostBackoff], with waits of up to [message.OutageMax].
const patience = 60

// Collection returns the hands since a table was opened, oldest first, as a .phhs file: the public view of those that were played
// to their end. It is nil if there is none, or if the program cannot read one, which the log says. The error is a [storage.ErrUnread]:
// the store did not answer, and may do so later, or its data are damaged. So after as many failures in a row as patience allows, the
// file is nil, too.
func Collection(e *table.Env, key store.Key, l *locale.Lang, failures int) (file []byte, err error) {
	list, err := collect(e, key, l)
	if err == nil && len(list) > 0 {
		var out bytes.Buffer
		err = phh.WriteAll(&out, list)
		file = out.Bytes()
	}
	if err != nil && (failures >= patience || !errors.Is(err, storage.ErrUnread)) {
		e.Log.Warn("there is no file of a table's hands, as the bot cannot read one; /history has those that it can read",
			"guild", uint64(key.Guild), "table", uint64(key.Channel), "err", err)
		return nil, nil
	}
	return file, err
}

// collect returns the hands of a collection.
func collect(e *table.Env, key store.Key, l *locale.Lang) (list []*phh.Hand, err error) {
	all, err := e.Prefs.Forgotten(key.Guild)
	if err != nil {
		return nil, err
	}
	session := int64(0)
	for before, more := int64(0), true; more; {
		hands, err := readHands(e, key, before, page)
		if err != nil {
			return nil, err
		}
		more = len(hands) == page
		for _, stored := range hands {
			p, err := openHand(e, key, stored, reader{lang: l}, all)
			if err != nil {
				return nil, fmt.Errorf("hand %d: %w", stored.Number, err)
			}
			if session == 0 {
				session = p.Session
			}
			if before = stored.Number; p.Session != session {
				more = false
				break
			}
			if p.view.Voided {
				continue
			}
			h, err := p.phh(key)
			if err != nil {
				return nil, fmt.Errorf("hand %d: %w", stored.Number, err)
			}
			list = append(list, h)
		}
	}
	slices.Reverse(list)
	return list, nil
}

// plainName returns the name of a player in a file. Players without a known name are numbered by ID, and users who asked to
// be forgotten by seat.
func (p *hand) plainName(s engine.SeatView) string {
	c := p.displayName(s)
	switch {
	case p.forgotten.Has(s.Player):
		return numbered(s.Seat + 1)
	case c.Name != "":
		return c.Name
	case c.User != "":
		return c.User
	}
	return numbered(s.Player)
}

// numbered returns the name of a player known only by a number.
func numbered[N int | engine.ID](n N) string { return fmt.Sprintf("Player %d", n) }

// These are the content types of the files.
const (
	textType = "text/plain; charset=utf-8"
	jsonType = "application/json"
)

// file returns a file for Discord.
func file(name, contentType string, data []byte) *discordgo.File {
	return &discordgo.File{Name: name, ContentType: contentType, Reader: bytes.NewReader(data)}
}
