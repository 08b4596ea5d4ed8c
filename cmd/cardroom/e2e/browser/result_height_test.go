package browser_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/page"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/phone"
	"cardroom/render/picture"
	"cardroom/render/rendertest"
)

// drawn is a message as the page gets it.
type drawn struct {
	ID          string           `json:"id"`
	Author      map[string]any   `json:"author"`
	Timestamp   string           `json:"timestamp"`
	Flags       int              `json:"flags"`
	Content     string           `json:"content"`
	Components  any              `json:"components"`
	Attachments []map[string]any `json:"attachments"`
}

const (
	ephemeral  = 1 << 6
	components = 1 << 15

	line, head = 22.4, 41 // pixels: a line of text, and a message in a container without its text
)

// TestResultsAreLowOnAPhone draws boards, panels and shrunk results that are rare in play, at a table of nine, on the page of a
// phone. It measures them in three languages.
func TestResultsAreLowOnAPhone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	for _, accepts := range languages {
		lang := locale.Lookup(accepts)
		b := openIn(t, chrome.Browse(t), accepts, aloneOnAPage(t), phoneScreen)
		b.Until("Alice", func(s chrome.Page) bool { return s.Me == "Alice" })
		for name, m := range lowMessages(t, lang) {
			text, err := json.Marshal(m.drawn)
			if err != nil {
				t.Fatal(err)
			}
			high := evaluated(b, fmt.Sprintf(drawScript, text))
			var is float64
			if _, err := fmt.Sscan(high, &is); err != nil {
				t.Fatalf("%s in %s: %s", name, lang.Name, high)
			}
			if t.Logf("%s in %s: %v of %v pixels", name, lang.Name, is, m.most); is > m.most || is < 20 {
				t.Errorf("%s in %s is %v pixels high, at most %v:\n%s", name, lang.Name, is, m.most, text)
			}
		}
	}
}

// aloneOnAPage returns the address of a page with one person. A person keeps the language of the first browser.
func aloneOnAPage(t *testing.T) string {
	srv := discordtest.New(discordtest.Options{})
	guild := srv.Guild("Home")
	room := page.Channel{Channel: guild.Channel("poker"), People: []page.Person{{Person: guild.Person("Alice")}}}
	web := httptest.NewServer(page.New(srv, room))
	t.Cleanup(web.Close)
	t.Cleanup(func() { _ = srv.Close() })
	return web.URL
}

// drawScript draws a message at the end of the log. Its value is how high the message is.
const drawScript = `import('/message.js').then(async ({ renderMessage }) => {
	const svg = (box) => 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' + box + '"/>';
	const one = renderMessage(%s, {
		me: '1', users: [], emoji: () => svg('1 1'), avatar: () => 'avatar-1', media: () => svg('11 7'), room: () => undefined,
		name: (id) => ({ 1001: 'Alice', 1002: 'Bruno', 1003: 'Chika' })[id] ?? 'Friederike',
	});
	document.getElementById('messages').append(one);
	await Promise.all([...one.querySelectorAll('img')].map((image) => image.decode()));
	const { height } = one.getBoundingClientRect();
	one.remove();
	return String(Math.round(height * 10) / 10);
})`

// low is a message and its greatest height in CSS pixels.
type low struct {
	drawn
	most float64
}

// lowMessages returns the messages that [TestResultsAreLowOnAPhone] draws.
func lowMessages(t *testing.T, lang *locale.Lang) map[string]low {
	over := nineHanded(t)
	bust, winner, twice, tabled, absent := over, over, over, over, over
	bust.Viewer, winner.Viewer = rendertest.Bob, rendertest.Alice
	tabled.Seats = slices.Clone(over.Seats)
	tabled.Seats[0].MayShow, tabled.Seats[0].AllShown = false, true // as after every all-in
	twice.Seats = tabled.Seats
	absent.Viewer, absent.Seats = rendertest.Alice, slices.Clone(over.Seats)
	absent.Seats[0].Out, absent.Seats[0].TimedOut = true, true
	twice.Again = [][]card.Card{rendertest.Cards(t, "As 10h 7c Ks Kh")}
	twice.Pots = []engine.Pot{rendertest.PotOf(2000, engine.Award{Seat: 0, Amount: 500, Made: over.Seats[0].Made},
		engine.Award{Seat: 2, Amount: 500, Made: over.Seats[1].Made}, engine.Award{Seat: 0, Amount: 500, Run: 1, Made: over.Seats[0].Made},
		engine.Award{Seat: 2, Amount: 500, Run: 1, Made: over.Seats[1].Made})}
	scene := func(v engine.View) render.Scene {
		s := render.Scene{View: v, Lang: lang, Name: rendertest.Names, Commitment: "x", Card: func(c card.Card) string { return "<:ace_of_spades_1a2b:7>" }}
		s.Low = v.Viewer != 0
		return s
	}
	board := func(v engine.View) drawn {
		s := scene(v)
		c := message.Content{Text: render.Board(s), Rows: render.Buttons(s), Layout: &message.Layout{Lines: render.Caption(s)}}
		return boardOf(message.Shared(c, rest.Picture{Name: "board.png"}).Data.Components)
	}
	shrunk := func(v engine.View) drawn {
		return boardOf(message.Shared(message.Content{Text: render.Summary(scene(v)), Layout: &message.Layout{}}).Data.Components)
	}
	panel := func(s render.Scene) drawn {
		text, rows := render.Panel(s)
		m := boardOf(message.Private(message.Content{Text: text, Rows: rows}).Components)
		m.Flags, m.Content, m.Attachments = ephemeral, text, nil
		return m
	}
	turn := rendertest.Flop()
	turn.Viewer, turn.Board = rendertest.Bob, rendertest.Cards(t, "As Kh 7c")
	turn.Seats[1] = rendertest.Tabled(t, turn.Seats[1], "Ad Kc", "As Kh 7c")
	raise := nineHanded(t)
	raise.Phase, raise.ToAct, raise.Street, raise.Until, raise.Pots[0].Won = engine.Betting, 0, 3, engine.At(time.Now().Add(105*time.Second)), nil
	raise.Legal = engine.Legal{Call: 888, Min: 888, Pot: 889, Max: 8888}
	raise.Seats[0].Stack, raise.Seats[0].Bet, raise.Seats[1].RebuyBy = 8888, 0, 0
	wrapped := raise // a long name takes a line more, as every message wraps
	wrapped.Seats = slices.Clone(raise.Seats)
	wrapped.Seats[0].Player = wrapped.Seats[4].Player
	draw := rendertest.Flop()
	draw.Viewer, draw.Phase, draw.ToAct, draw.Discards, draw.Board = rendertest.Bob, engine.Drawing, draw.Seats[1].Seat, 4, nil
	draw.Rules.Variant, draw.Seats[1].Cards = poker.FiveCardDraw, rendertest.Cards(t, "Kh Qd 10d 4h 3s")
	bets := draw // five cards in letters beside the pot
	bets.Phase, bets.Legal, bets.Pots = engine.Betting, engine.Legal{Call: 888, Min: 888, Pot: 889, Max: 8888}, []engine.Pot{{Amount: 88_888}}
	omaha, five, late := winner, winner, bust
	omaha.Seats, five.Seats, late.Seats = slices.Clone(over.Seats), slices.Clone(over.Seats), slices.Clone(over.Seats)
	omaha.Rules.Variant, omaha.Seats[0].Cards = poker.Omaha, rendertest.Cards(t, "10h 10d Qs Qd")
	five.Rules.Variant, five.Seats[0].Cards, five.Board = poker.FiveCardDraw, rendertest.Cards(t, "Qh Qd 10d 10h 3s"), nil
	late.Seats[1].RebuyBy, late.Seats[1].Folded, late.Seats[1].Late = 0, true, true
	broke, rebuy, seated := scene(bust), scene(bust), scene(rendertest.Table(engine.SeatView{Seat: 8, Player: rendertest.Alice, Stack: 12_345}))
	rebuy.Rebuy = 1000
	seated.View.Viewer, seated.View.Until, seated.Wallet = rendertest.Alice, rendertest.Deadline, new(int64(123_456))
	return map[string]low{
		"a result with a bust player": {board(tabled), phone.Board}, "a result with a bust player and cards to show": {board(over), phone.Board},
		"a board with the widest sizes": {board(raise), phone.Board}, "the same for a long name": {board(wrapped), phone.Board + line},
		"a result of two boards":             {board(twice), phone.Board},
		"the panel of a winner who may show": {panel(scene(winner)), phone.Panel}, "the panel of a bust player": {panel(rebuy), phone.Panel},
		"the panel of a player who timed out twice":  {panel(scene(absent)), phone.Panel},
		"the panel of a player who is to draw":       {panel(scene(draw)), phone.Panel},
		"the panel of a player who bets at the draw": {panel(scene(bets)), phone.Panel},
		"the panel of a winner with four cards":      {panel(scene(omaha)), phone.Panel}, "the panel of a winner with five cards": {panel(scene(five)), phone.Panel},
		"the panel of a player who ran out of time": {panel(scene(late)), phone.Panel},
		"the panel of a player who cannot rebuy":    {panel(broke), phone.Panel}, "the panel after Sit down": {panel(seated), phone.Panel},
		"the panel of the player to act, with a long name of the hand": {panel(scene(turn)), phone.Panel},
		"a shrunk result": {shrunk(over), head + 2*line}, "a shrunk result of a known hand": {shrunk(tabled), head + 2*line},
		"a shrunk result of two boards": {shrunk(twice), head + 2*line},
	}
}

// boardOf returns a public message of components.
func boardOf(parts any) drawn {
	return drawn{
		ID: "1", Author: map[string]any{"username": "Cardroom", "bot": true, "id": "2"}, Timestamp: "2026-01-02T03:04:05Z", Flags: components, Components: parts,
		Attachments: []map[string]any{{"filename": "board.png", "width": picture.Width, "height": picture.Height, "url": "x"}},
	}
}

// nineHanded returns the result of a hand of nine: Alice has won from Bob, who is out of chips, and may show her cards.
func nineHanded(t *testing.T) engine.View {
	five := "As 10h 7c Qs 2h"
	v := rendertest.Flop()
	for seat := range 9 {
		if _, taken := (render.Scene{View: v}).SeatAt(seat); !taken {
			folded := rendertest.Dealt(seat, engine.ID(2000+seat), 1000, 0)
			folded.Folded = true
			v.Seats = append(v.Seats, folded)
		}
	}
	v.Board = rendertest.Cards(t, five)
	v.Seats[0] = rendertest.Tabled(t, v.Seats[0], "Ac Qd", five)
	v.Seats[1] = rendertest.Tabled(t, v.Seats[1], "Kd Kc", five)
	v.Seats[3].Folded, v.Seats[1].Stack, v.Seats[1].Total, v.Seats[0].Total = true, 0, 1000, 1000
	v = rendertest.Over(v, rendertest.PotOf(2000, engine.Award{Seat: 0, Amount: 2000, Made: v.Seats[0].Made}))
	v.Seats[0].MayShow, v.Seats[0].AllShown, v.Seats[0].Shown, v.Seats[1].RebuyBy = true, false, nil, rendertest.Deadline
	v.Rules.Seats = 10
	return v
}
