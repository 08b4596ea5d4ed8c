package text

import (
	"maps"
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// Help returns the acts open to the scene's reader now, in at most four lines, and a menu of the pages that list the commands. It names the
// board's buttons in the board's language. Now is the lines of [Now], of [NowOpen], or another sentence where there is no table.
func Help(s render.Scene, board *locale.Lang, now ...string) (text string, rows [][]render.Button) {
	l := s.Language()
	play := []string{string(l.Help.Play)}
	if s.View.Practice {
		play = append(play, string(l.Help.Practice))
	}
	if s.Free {
		play = append(play, string(l.Money.FreeHelp))
	}
	lines := append(slices.Clone(now), l.Help.Cards.Format("button", string(board.Button.Cards)), "-# "+locale.Sentences(play...))
	return strings.Join(lines, "\n"), topicMenu(l, "")
}

// topic is a page of the help.
type topic struct {
	name     string // in the menu's value
	title    func(locale.TopicText) locale.Text
	commands []string // paths, in reading order
}

// topics lists the pages of the help. A command that no page lists is at the end of the last one.
var topics = []topic{
	{"hand", func(t locale.TopicText) locale.Text { return t.Hand }, []string{
		"cards", "fold", "check", "call", "bet", "raise", "allin", "draw", "straddle", "runit", "show", "clock",
	}},
	{"seats", func(t locale.TopicText) locale.Text { return t.Seats }, []string{"sit", "leave", "topup", "sitout", "sitin"}},
	{"chips", func(t locale.TopicText) locale.Text { return t.Chips }, []string{
		"chips balance", "chips daily", "chips give", "chips grant", "chips board", "ledger",
	}},
	{"past", func(t locale.TopicText) locale.Text { return t.Past }, []string{"history", "stats", "verify", "cut"}},
	{"watch", func(t locale.TopicText) locale.Text { return t.Watch }, []string{"watch list", "watch follow", "watch mirror"}},
	{"host", func(t locale.TopicText) locale.Text { return t.Host }, []string{
		"table open", "table status", "table settings", "table pause", "table resume", "table reseal", "table close", "table bot add", "table bot remove",
		"table preset", "table kick", "table host", "table log",
	}},
	{"tournaments", func(t locale.TopicText) locale.Text { return t.Tournaments }, []string{
		"tournament list", "tournament register", "tournament unregister", "tournament status", "tournament standings", "tournament log",
		"tournament create", "tournament settings", "tournament start", "tournament pause", "tournament resume", "tournament cancel", "tournament dq",
	}},
	{"own", func(t locale.TopicText) locale.Text { return t.Own }, []string{"settings", "server", "rules", "help"}},
}

// topicMenu returns the menu of the pages, with the open one chosen.
func topicMenu(l *locale.Lang, open string) [][]render.Button {
	menu := render.Button{Label: string(l.Help.Menu), Verb: render.VerbTopic, To: 1}
	for _, t := range topics {
		menu.Menu = append(menu.Menu, render.Entry{Label: string(t.title(l.Help.Topics)), Value: t.name, Chosen: t.name == open})
	}
	return [][]render.Button{{menu}}
}

// HelpTopic returns a page of the help: a line for each of its commands. It returns false where there is no such page.
func HelpTopic(l *locale.Lang, name string) (text string, rows [][]render.Button, ok bool) {
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
	if i < 0 {
		return "", nil, false
	}
	commands := topics[i].commands
	if i == len(topics)-1 {
		commands = append(slices.Clone(commands), unlisted(l)...)
	}
	lines := []string{"**" + string(topics[i].title(l.Help.Topics)) + "**"}
	for _, path := range commands {
		lines = append(lines, "/"+path+" · "+string(l.Commands[path].About))
	}
	if name == "hand" {
		lines = append(lines, "-# "+string(l.Help.Amounts))
	}
	return strings.Join(lines, "\n"), topicMenu(l, name), true
}

// unlisted returns the commands that no topic lists, in order of their names.
func unlisted(l *locale.Lang) (paths []string) {
	listed := map[string]bool{}
	for _, t := range topics {
		for _, path := range t.commands {
			listed[path] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(l.Commands)) {
		group := false
		for other := range l.Commands {
			group = group || strings.HasPrefix(other, path+" ")
		}
		if !listed[path] && !group {
			paths = append(paths, path)
		}
	}
	return paths
}

// NowOpen returns the acts open to a reader where there is no table. May says whether they may open one, opener is the role for
// it, 0 where there is none.
func NowOpen(l *locale.Lang, may bool, opener engine.ID) string {
	if may {
		return locale.Sentences(string(l.Help.Now.NoTable), string(l.Help.Now.Open))
	}
	return locale.Sentences(string(l.Help.Now.NoTable), MayNotOpen(l, opener))
}

// NowLobby returns the acts open to a reader in the channel of a tournament's lobby, whose buttons have the language of the board.
// Open says whether players may register.
func NowLobby(l, board *locale.Lang, name string, table engine.ID, open bool) string {
	if x := &board.Tournament.Buttons; open {
		return l.Help.Now.Lobby.Format("name", name, "register", string(x.Register), "table", string(x.MyTable))
	}
	return l.Help.Now.Event.Format("name", name, "channel", render.Channel(table))
}

// Now returns the acts open to the view's reader at this moment. It names the board's buttons as the board does, in its
// language. A host gets a second line.
func Now(s render.Scene, board *locale.Lang, host bool) []string {
	seat, seated := s.OwnSeat()
	p := reader{s, s.Language(), board.Button, seat}
	lines := []string{p.visitor()}
	if seated {
		lines[0] = p.player()
	}
	if text := p.host(); host && text != "" {
		lines = append(lines, text)
	}
	return lines
}

// reader is the reader of the help at a table.
type reader struct {
	render.Scene
	lang  *locale.Lang
	board locale.ButtonText
	seat  engine.SeatView
}

// visitor returns the acts open to a reader without a seat.
func (p reader) visitor() string {
	t, v := p.lang.Help.Now, p.View
	button := p.board.Sit
	sit := t.Sit.Format("button", string(button))
	if v.Phase != engine.Idle {
		button = p.board.SeatAsk
		sit = t.SitHand.Format("button", string(button))
	}
	switch {
	case v.Closed, v.Closing, p.Asked() != "", slices.Contains(v.Waitlist, v.Viewer):
		return p.NoSeatText(button)
	case len(v.Seats) >= v.Rules.Seats:
		return string(t.Full)
	case p.SeatsTaken():
		return p.NoSeatText(button)
	case v.Paused:
		return locale.Sentences(string(t.Paused), sit)
	}
	return sit
}

// player returns the acts open to a seated player.
func (p reader) player() string {
	t, v, seat := p.lang.Help.Now, p.View, p.seat
	switch playing := v.Phase != engine.Idle && seat.InHand; {
	case v.Closed:
		return p.NoSeatText("")
	case v.ToAct == seat.Seat && v.Phase == engine.Betting:
		return t.Turn.Format("cost", render.CostText(p.lang, v)) // without the time left: this message stays as it is
	case v.ToAct == seat.Seat, v.Phase == engine.Asking && playing && !seat.Folded:
		return p.TurnText()
	case seat.RebuyBy != 0 && p.Rebuy == 0:
		return p.NotDealtText() // no button helps a wallet that cannot pay
	case seat.RebuyBy != 0:
		return t.Busted.Format("button", string(p.board.RebuyAsk))
	case seat.Kicked || seat.Leaves:
		return Leaving(p.lang, &v, seat)
	case playing:
		return p.inHand()
	case seat.Out:
		return string(t.Out)
	case v.Closing:
		return string(p.lang.Board.Closing)
	case seat.Waits && !v.Paused, v.Phase != engine.Idle:
		return p.NotDealtText()
	}
	return p.between()
}

// Leaving returns the text for a player who leaves the table after the hand that runs: the act on their turns to come (R53, R60), and
// how to keep the seat, or that the table closes (R64). It returns "" for the other players.
func Leaving(l *locale.Lang, v *engine.View, s engine.SeatView) string {
	switch {
	case !s.Leaves && !s.Kicked && v.Closing && s.Player != 0:
		return string(l.Board.Closing)
	case !s.Leaves && !s.Kicked:
		return ""
	case !s.Leaves:
		return string(l.Host.KickedYou)
	}
	text := string(l.Say.LeaveAfter)
	if !s.Folded && !s.AllIn && v.Phase != engine.Runout && v.Phase != engine.Asking && v.Phase != engine.Showing {
		text = locale.Sentences(text, string(l.Say.LeaveTurn))
	}
	if v.Rules.Variant == poker.FiveCardDraw && !s.Folded && s.Drew < 0 {
		text = locale.Sentences(text, string(l.Say.LeaveDraw))
	}
	switch {
	case v.Closing:
		text = locale.Sentences(text, string(l.Board.Closing))
	case !s.Kicked:
		text = locale.Sentences(text, string(l.Say.LeaveUndo))
	}
	return l.Numbered(text, 60)
}

// inHand returns the acts open to a player in a hand while it is not their turn.
func (p reader) inHand() string {
	t, v := p.lang.Help.Now, p.View
	switch {
	case v.Phase == engine.Shuffling:
		return string(p.lang.Panel.Shuffling)
	case p.seat.Folded && v.Closing:
		return string(p.lang.Board.Closing)
	case p.seat.Folded && p.seat.Out:
		return string(p.lang.Say.OutAfter)
	case p.seat.Folded:
		return string(t.Folded)
	case p.seat.AllIn && v.Phase != engine.Drawing:
		return string(t.AllIn)
	case v.ToAct >= 0:
		return t.InHand.Format("player", p.NameAt(v.ToAct), "button", string(p.board.Cards))
	}
	return string(t.Watch)
}

// between returns the acts open to a player with chips between hands.
func (p reader) between() string {
	t, v := p.lang.Help.Now, p.View
	text := string(t.Wait)
	switch {
	case v.Paused:
		text = string(t.Paused)
	case v.Until != 0:
		text = string(t.Next) // without the time, which a client would count on for ever
	}
	if p.Void() {
		text = locale.Sentences(string(p.lang.Board.Voided), text)
	}
	if p.seat.MayShow {
		text = locale.Sentences(text, string(p.lang.Panel.MayShow))
	}
	return text
}

// host returns the acts open to the host, and "" where the table closes.
func (p reader) host() string {
	t, v := p.lang.Help.Now, p.View
	switch {
	case v.Closed, v.Closing:
		return ""
	case len(p.Asking) > 0:
		return string(t.HostAsked)
	case v.Paused:
		return string(t.HostPaused)
	case v.Phase != engine.Idle:
		return string(t.HostHand)
	}
	return string(t.HostIdle)
}
