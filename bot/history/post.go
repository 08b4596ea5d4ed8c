package history

import (
	"errors"
	"math"
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// accent is the colour of the edge of a posted hand, as of a result.
const accent = 0xe3b341

// everyone returns all who read the channel of an interaction, as a reader.
func everyone(e *table.Env, in *interaction.Interaction) reader {
	return reader{lang: table.PublicLang(e, in)}
}

// Post handles the button that posts a step of a hand. It draws the public view anew: it reads the hand for everyone.
func Post(e *table.Env, in *interaction.Interaction) {
	number, shown := in.CustomID.Turn.Hand, in.CustomID.Total
	if in.CustomID.Arg == render.FromResult {
		number, shown = in.CustomID.Total, math.MaxInt64
	}
	p, ok := pressedHand(e, in, everyone(e, in), number)
	if !ok || !e.Reply.MayPost(in) {
		return
	}
	n := int(min(max(0, shown), int64(len(p.steps)-1)))
	f := p.public(e, n)
	var pictures []rest.Picture
	if d, _ := e.Studio.Paint(message.PictureSoon, f); d != nil {
		pictures = append(pictures, d.File)
	}
	e.Reply.Post(in, p.reader.lang, f, nil, pictures...)
}

// public returns step n of a hand that was read for everyone, as a message.
func (p *hand) public(e *table.Env, n int) message.Content {
	s := p.scene(e, n)
	f := message.Content{Text: render.Board(s), Theme: p.style.Theme}
	if !p.style.TextOnly && e.Studio.Painter != nil {
		f.Scene = &s
		f.Layout = &message.Layout{Accent: accent, Lines: render.Caption(s)}
	}
	return f
}

// mayFilm reports whether a hand can be posted as an animation: it had a board and a showdown, and the table has pictures.
func (p *hand) mayFilm(e *table.Env) bool {
	showdown := slices.ContainsFunc(p.Events, func(e engine.Event) bool { return e.Kind == engine.Shown })
	return e.Studio.Animates() && showdown && !p.style.TextOnly && !p.view.Voided && len(p.view.Board) > 0
}

// PostFilm handles the button that posts the streets of a hand as an animation. The words come first, and the animation by an
// edit: it takes about a second to draw.
func PostFilm(e *table.Env, in *interaction.Interaction) {
	p, ok := pressedHand(e, in, everyone(e, in), in.CustomID.Turn.Hand)
	if !ok {
		return
	}
	if !p.mayFilm(e) {
		e.RefuseStale(in)
		return
	}
	if !e.Reply.MayFilm(in, p.view.Hand) {
		return
	}
	t := e.Tables.Known(in.Key)
	if t == nil {
		p.postFilm(e, in)
		return
	}
	t.Must(func() {
		if filmed(t, p.view.Hand) {
			e.Reply.FilmedBefore(in, p.view.Hand)
			return
		}
		e.Tasks.Go(func() { p.postFilm(e, in) })
	})
}

// filmed reports whether an open table remembers that a hand was posted as an animation.
func filmed(t *table.Table, hand int64) bool {
	return t.IsOpen() && slices.Contains(t.Record().Films, hand)
}

// keepFilm notes at an open table that a hand was posted as an animation. A closed table stores nothing. If the outcome of the
// commit is unknown, it looks again when the store answers.
func keepFilm(t *table.Table, hand int64) {
	if !t.IsOpen() || filmed(t, hand) {
		return
	}
	err := t.Store("film", func(r *record.Table) { r.AddFilm(hand) })
	switch {
	case errors.Is(err, storage.ErrUnknown):
		t.Must(func() { keepFilm(t, hand) })
	case err != nil:
		t.Log.Warn("could not store that a hand was posted as an animation; a restart allows another", "hand", hand, "err", err)
	}
}

// postFilm posts the words of a hand, and then its animation. If the words may not have arrived, the hand can be posted again.
func (p *hand) postFilm(e *table.Env, in *interaction.Interaction) {
	last := p.scene(e, len(p.steps)-1)
	f := message.Content{Text: render.Summary(last)}
	e.Reply.Post(in, p.reader.lang, f, func(f message.Content, err error) {
		if err != nil {
			e.Reply.NotFilmed(in, p.view.Hand)
			return
		}
		if t := e.Tables.Known(in.Key); t != nil {
			t.Must(func() { keepFilm(t, p.view.Hand) })
		}
		if gif := p.film(e); gif != nil {
			e.Reply.AddPicture(in, f, rest.Picture{Name: "hand.gif", Alt: render.Alt(last), PNG: gif, Type: "image/gif"})
		}
	})
}

// film returns the animation of a hand: the deal, each card or cards of the board, and the result; nil if drawing fails.
func (p *hand) film(e *table.Env) []byte {
	var scenes []render.Scene
	for n := range p.steps {
		if n == len(p.steps)-1 || text.BeginsStreet(p.steps[n]) {
			scenes = append(scenes, p.scene(e, n))
		}
	}
	return e.Studio.Animate(scenes, p.style.Theme)
}
