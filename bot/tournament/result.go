package tournament

import (
	"bytes"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/text"
)

// postResult posts how the tournament ended, opens the seal, and adds the file that proves the draws (T120).
func (d *Director) postResult() {
	then := func(id engine.ID, err error) {
		if err == nil {
			d.store("result", func(e *record.Event) { e.Result = id })
		}
	}
	forms := []*discordgo.MessageSend{d.resultMessage(nil)}
	if file := d.proof(); file != nil {
		forms = append([]*discordgo.MessageSend{d.resultMessage(file)}, forms...)
	}
	d.postOne("result", forms, then)
}

// resultMessage returns the message of the result, with the file if there is one.
func (d *Director) resultMessage(file []byte) *discordgo.MessageSend {
	seed := d.seed(d.event())
	content := text.Result(d.table.Locale(), d.Lobby(), fmt.Sprintf("%x", seed[:]), file != nil)
	m := &discordgo.MessageSend{Content: content, AllowedMentions: &discordgo.MessageAllowedMentions{}}
	if file != nil {
		m.Files = []*discordgo.File{{Name: "cardroom-tournament.json", ContentType: "application/json", Reader: bytes.NewReader(file)}}
	}
	return m
}

// proof returns the file of a tournament that began, and nil where there is none.
func (d *Director) proof() []byte {
	e := d.event()
	if e.Start == 0 || e.Journal == nil {
		return nil
	}
	r, err := e.Journal.Result(d.seed(e), start(e), fair.ID(e.Commitment), fair.ID(d.table.Key.Channel))
	if err != nil {
		d.table.Log.Error("a tournament ends without the file that proves its draws; please report this", "err", err)
		return nil
	}
	file, err := r.JSON()
	if err != nil {
		d.table.Log.Error("a tournament ends without the file that proves its draws; please report this", "err", err)
		return nil
	}
	return file
}
