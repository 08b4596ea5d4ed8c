package tournament

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/history"
	"cardroom/bot/record"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament/proof"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// postResult posts how the tournament ended, opens the seal, and adds the file that proves the draws and the one with all hands (T120).
// Where both are too large together, the proof comes alone.
func (d *Director) postResult() {
	then := func(id engine.ID, err error) {
		if err == nil {
			d.store("result", func(e *record.Event) { e.Result = id })
		}
	}
	env, key, l, draws, failures := d.table.Env, d.table.Key, d.table.Locale(), d.proof(), d.posting.Failures
	lobby, seed := scene.Lobby(d.table), scene.Seed(d.table, d.event().ID)
	with := func(files ...resultFile) *discordgo.MessageSend {
		m := &discordgo.MessageSend{AllowedMentions: &discordgo.MessageAllowedMentions{}}
		var lines []string
		for _, f := range files {
			lines = append(lines, f.about.Format("file", f.name))
			m.Files = append(m.Files, &discordgo.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
		}
		m.Content = text.Result(l, lobby, fmt.Sprintf("%x", seed[:]), lines...)
		return m
	}
	d.postOne("result", func() (forms []*discordgo.MessageSend, err error) {
		hands, err := history.Collection(env, key, l, failures)
		if err != nil {
			return nil, err
		}
		files := slices.DeleteFunc([]resultFile{
			{"cardroom-tournament.json", "application/json", draws, l.Tournament.Said.Check},
			{"cardroom-tournament.phhs", "text/plain; charset=utf-8", hands, l.Tournament.Said.Hands},
		}, func(f resultFile) bool { return f.data == nil })
		for n := len(files); n >= 0; n-- {
			forms = append(forms, with(files[:n]...))
		}
		return forms, nil
	}, then)
}

// resultFile is a file of a result, with its line in the message.
type resultFile struct {
	name, kind string
	data       []byte
	about      locale.Text
}

// proof returns the file of a tournament that began, and nil where there is none.
func (d *Director) proof() []byte {
	e := d.event()
	if e.Start == 0 || e.Journal == nil {
		return nil
	}
	var file []byte
	r, err := e.Journal.Result(scene.Seed(d.table, e.ID), scene.Start(e), fair.ID(e.Commitment), proof.Place{ID: fair.ID(d.table.Key.Channel), Last: d.table.View().Turn.Hand})
	if err == nil {
		file, err = r.JSON()
	}
	if err != nil {
		d.table.Log.Error("a tournament ends without the file that proves its draws; please report this", "err", err)
		return nil
	}
	return file
}
