package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/render/locale"
)

// Tournament is the part of a table's board about its tournament (T114).
type Tournament struct {
	Level   int         // of the hand that runs, else the one in force, from 1 (T21)
	Now     setup.Level // the same; the game too where levels play several (T2)
	Next    setup.Level // the next one, with its game if that changes; zero where this is the last
	Began   bool        // the next hand has Next
	NextAt  engine.Moment
	InHands int // hands that start before Next, where levels are counted in hands
	Alive   int
	Entries int
	Bubble  bool
	Prizes  []int64       // by place
	Until   engine.Moment // when the pause or the break is over by itself; 0 is unknown
	Stands  Standstill
	Over    bool
	Before
	Purse
}

// Before holds the lines of a board before the start of a tournament.
type Before struct {
	Places  int    // for entries; 0 once it has begun
	Heading string // "" where the start is near
	Line    string // the time of its start, or the condition for it
}

// Purse holds the decisions about chips and prizes that players of a tournament may make.
type Purse struct {
	Deal   *Deal    // an open proposal; nil is none
	Dealt  []string // sentences about a deal that was made
	Own    Offers   // of the reader
	OnSale AddOn
}

// AddOn is the add-on that is on sale: its chips, 0 for none, and its price.
type AddOn struct{ Chips, Price int64 }

// Standstill is why a tournament stands still.
type Standstill uint8

// The reasons of a standstill.
const (
	Paused   Standstill = iota + 1 // by an organiser
	AllAway                        // all players are absent (T37)
	Vanished                       // several players ran out of time at once (T100)
	OnBreak
	Unopened // a table that is needed cannot be opened (T104, T118)
	Pausing  // an organiser paused it, and a hand runs to its end (T101)
	Ending   // a cancellation waits for the hand that runs (T103)
)

// Blinds returns the blinds and the ante of a level, "30/60 · ante 5", behind the game if the level names one.
func Blinds(l *locale.Lang, level setup.Level) string {
	words := []string{strings.TrimSpace(game(l, level.Variant, level.Limit, l.Chips(level.Small)+"/"+l.Chips(level.Big)))}
	if level.BigBlindAnte {
		words = append(words, string(l.Board.BigAnte))
	}
	if level.Ante > 0 {
		words = append(words, l.Board.Ante.Format("amount", l.Chips(level.Ante)))
	}
	return strings.Join(words, locale.Dot)
}

// Clock returns the level of the hand that runs, or else the one in force, and the next one with the time until then.
func (t *Tournament) Clock(l *locale.Lang) string {
	words := []string{l.Tournament.Level.Format("n", strconv.Itoa(t.Level), "blinds", Blinds(l, t.Now))}
	next := Blinds(l, setup.Level{Small: t.Next.Small, Big: t.Next.Big, Variant: t.Next.Variant, Limit: t.Next.Limit})
	switch {
	case t.Next.Big == 0 || t.Over || t.Stands == Ending:
	case t.Began:
		words = append(words, l.Tournament.NextHand.Format("blinds", next))
	case t.InHands > 0:
		words = append(words, l.Count(l.Tournament.NextHands, int64(t.InHands), "blinds", next))
	case t.NextAt != 0 && t.Stands == 0:
		words = append(words, l.Tournament.Next.Format("blinds", next, "when", RelativeTime(t.NextAt)))
	default:
		words = append(words, l.Tournament.NextLevel.Format("blinds", next))
	}
	return strings.Join(words, locale.Dot)
}

// left returns how many players are left, or registered before the start.
func (t *Tournament) left(l *locale.Lang) string {
	if t.Places > 0 {
		return l.Tournament.Entries.Format("n", strconv.Itoa(t.Entries), "max", strconv.Itoa(t.Places))
	}
	return l.Tournament.Left.Format("n", strconv.Itoa(t.Alive), "all", strconv.Itoa(t.Entries))
}

// Field returns how many players are left and how many places are paid, or before the start the registered players and the prizes.
func (t *Tournament) Field(l *locale.Lang) string {
	words := append([]string{t.left(l)}, t.prizes(l)...)
	if len(words) > 1 && t.Places == 0 {
		words[1] = l.Tournament.Paid.Format("n", strconv.Itoa(len(t.Prizes)))
	}
	if t.Bubble {
		words = append(words, string(l.Tournament.Bubble))
	}
	return strings.Join(words, locale.Dot)
}

// Facts returns a picture's facts: the players left, of several games that of the hand, the level, the next one, and the prizes.
func (t *Tournament) Facts(l *locale.Lang, v engine.View) []string {
	still, facts := t.still(), []string{t.left(l)}
	still.Now, still.Next = setup.Level{Small: t.Now.Small, Big: t.Now.Big}, setup.Level{Small: t.Next.Small, Big: t.Next.Big}
	if played := v.Rules; t.Now.Variant != 0 {
		if !v.Ended() {
			played.Variant, played.Limit = t.Now.Variant, t.Now.Limit
		}
		facts = append(facts, GameName(l, played.Variant, played.Limit))
	}
	return append(append(facts, still.Clock(l)), t.prizes(l)...)
}

// still returns the tournament without its clock: a player may look at a picture, or hear the text in its place, later.
func (t *Tournament) still() *Tournament {
	still := *t
	still.NextAt, still.InHands, still.Began = 0, 0, false
	return &still
}

// prizes returns the prizes by place, "prizes 1. 450 · 2. 270", and none where nothing is paid.
func (t *Tournament) prizes(l *locale.Lang) []string {
	if len(t.Prizes) == 0 || t.Prizes[0] == 0 {
		return nil
	}
	return []string{l.Tournament.PrizeList.Format("list", l.Places(t.Prizes))}
}

// Stop returns why the tournament stands still, with an add-on that is on sale; "" where it does not.
func (t *Tournament) Stop(l *locale.Lang) string {
	x, when := &l.Tournament, RelativeTime(t.Until)
	paused := string(locale.Either(t.Until == 0, x.Paused, locale.Text(x.PausedUntil.Format("when", when))))
	stop := map[Standstill]string{OnBreak: x.Break.Format("when", when), AllAway: string(x.AllAway), Vanished: string(x.Vanished),
		Unopened: string(x.Unopened), Paused: paused, Pausing: locale.Sentences(paused, string(x.HandRuns)), Ending: string(x.Ending)}[t.Stands]
	if stop == "" || t.Over {
		return ""
	}
	if t.OnSale.Chips > 0 {
		stop = locale.Sentences(stop, x.Rebuys.OnSale.Format("chips", l.Chips(t.OnSale.Chips), "amount", l.Chips(t.OnSale.Price)))
	}
	return stop
}

// event returns a board's lines about its tournament: the game with the level, the players left, and a deal made (T114). A board
// that is no longer that of a tournament, as of a hand in the history, says the game with its blinds.
func (b board) event() []string {
	if b.Tournament == nil {
		return []string{Game(b.lang, b.View.Rules)}
	}
	clock := b.Tournament.Clock(b.lang)
	if now := b.Tournament.Now; now.Variant == 0 || b.View.Ended() && (now.Variant != b.View.Rules.Variant || now.Limit != b.View.Rules.Limit) {
		clock = GameName(b.lang, b.View.Rules.Variant, b.View.Rules.Limit) + locale.Dot + clock
	}
	return append([]string{clock, b.Tournament.Field(b.lang)}, b.Tournament.Dealt...)
}

// eventNext returns the next event between two hands of a tournament's table.
func (b board) eventNext() (lines []string) {
	t := b.Tournament
	if t != nil && t.Stop(b.lang) != "" {
		lines = append(lines, t.Stop(b.lang))
	}
	switch {
	case t != nil && t.Deal != nil:
		return append(lines, b.deal()...)
	case len(lines) > 0:
	case t != nil && t.Line != "":
		return []string{t.Line}
	case b.View.Until != 0 && (t == nil || !t.Over):
		return []string{b.lang.Board.Next.Format("when", RelativeTime(b.View.Until))}
	}
	return lines
}

// Deal is the open proposal of a deal in a tournament (T93).
type Deal struct {
	Number int64 // the buttons carry it
	By     engine.ID
	Until  engine.Moment
	Left   int64 // to play for
	Chips  bool  // the proposal by chips may be made
	Parts  []DealPart
}

// DealPart is a player's share in a proposed deal.
type DealPart struct {
	Player         engine.ID
	ICM, Chips     int64
	ByICM, ByChips bool // they agreed
}

// The What of the buttons below a proposal begins with one of these. The number of the deal follows.
const (
	DealByICM   = "icm"
	DealByChips = "chips"
	dealNo      = "no"
)

// Offers holds the purchases and requests open to the reader of a panel at a tournament's table.
type Offers struct {
	Rebuy, Twice, AddOn, Deal, Restart, Struck bool // Struck: disqualified (T108)
	Price, AddOnPrice                          int64
}

// deal returns the lines of a proposal.
func (b board) deal() []string {
	t, d := b.lang.Tournament.Deals, b.Tournament.Deal
	icm, chips := make([]string, len(d.Parts)), make([]string, len(d.Parts))
	mark := map[bool]string{true: " ✓"}
	for i, p := range d.Parts {
		name := b.nameOf(p.Player)
		icm[i] = name + " " + b.lang.Chips(p.ICM) + mark[p.ByICM]
		chips[i] = name + " " + b.lang.Chips(p.Chips) + mark[p.ByChips]
	}
	runs := b.Tournament.Stands == 0 || b.Tournament.Stands == OnBreak // its time does
	asked := locale.Either(runs, t.Asked, t.AskPaused)
	lines := []string{
		asked.Format("player", b.nameOf(d.By), "when", RelativeTime(d.Until)),
		t.ICM.Format("list", strings.Join(icm, locale.Dot)),
	}
	if d.Chips {
		lines = append(lines, t.Chips.Format("list", strings.Join(chips, locale.Dot)))
	}
	if d.Left > 0 {
		lines = append(lines, t.Left.Format("amount", b.lang.Chips(d.Left)))
	}
	return lines
}

// nameOf returns the name of a player with a seat.
func (b board) nameOf(player engine.ID) string {
	if seat, ok := b.View.SeatOf(player); ok {
		return b.NameOf(seat)
	}
	return Mention(player)
}

// answers returns the buttons below a proposal, and none without one.
func (s Scene) answers() (row []Button) {
	if s.Tournament == nil || s.Tournament.Deal == nil || s.View.Phase != engine.Idle {
		return nil
	}
	t, d := s.Language().Tournament.Deals, s.Tournament.Deal
	answer := func(label locale.Text, what string, style Style) Button {
		return Button{Label: string(label), Verb: VerbDeal, What: what + " " + strconv.FormatInt(d.Number, 10), Style: style}
	}
	row = []Button{answer(t.ByICM, DealByICM, Primary)}
	if d.Chips {
		row = append(row, answer(t.ByChips, DealByChips, Primary))
	}
	return append(row, answer(t.No, dealNo, Secondary))
}
