package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/setup"
	"cardroom/internal/scripts"
)

// TestScripts plays the tournaments of testdata. A line that begins in the first column is a command; the indented ones below
// it are its results, written by -update: read the difference before you commit it. Draws are in order unless lot says
// otherwise: entry 1 sits at table 1, entry 2 at table 2, and so on.
//
//	new seats=9 max=25 late=2      the tournament; other options are those of a turbo
//	register 1-25                  persons register
//	start                          seats are drawn, and play begins
//	lot 2 0                        the next draws give these numbers
//	hand 1 2                       hands start at tables 1 and 2
//	end 1 2=900 3=0 rest=5         the hand of table 1 ends with these stacks, entry 5 has the rest, others as before
//	end 1 quick rest=5             no player had a choice to show
//	end 1 2=0 rest=5 2>4,5         and entries 4 and 5 win the last chips of entry 2; without this entry 5 wins them
//	wait 45s                       time passes, and deadlines take effect
//	tables                         the seats of each table
func TestScripts(t *testing.T) {
	scripts.Play(t, "*.txt", func(t *testing.T, say scripts.Say) func([]string) {
		s := &script{t: t, say: say}
		return func(words []string) {
			s.command(words[0], words[1:])
			s.tell()
		}
	})
}

// script is a tournament that is read from a file.
type script struct {
	t    *testing.T
	say  scripts.Say
	w    *world
	laws *laws
	lots []int
	seen int
}

// Number returns the next lot, or 0.
func (s *script) Number(string, int) int {
	if len(s.lots) == 0 {
		return 0
	}
	lot := s.lots[0]
	s.lots = s.lots[1:]
	return lot
}

// Shuffle returns the numbers in order.
func (s *script) Shuffle(_ string, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// command carries out one line.
func (s *script) command(name string, args []string) {
	switch name {
	case "new":
		s.open(args)
	case "tables":
		s.tables()
	case "lot":
		s.lots = s.numbers(args)
	case "wait":
		s.w.now = s.w.now.Add(scripts.Duration(s.t, args[0]))
		s.try(Tick{s.w.at()})
	case "credit":
		last := s.w.now
		s.w.now = last.Add(scripts.Duration(s.t, args[0]))
		s.try(CreditDowntime{s.w.at(), last})
	case "end":
		s.end(args)
	case "change":
		o := s.w.t.Options()
		o.Schedule.Levels = slices.Clone(o.Schedule.Levels)
		s.options(&o, args)
		s.try(Change{s.w.at(), o})
	case "start":
		if s.w.t.s.Phase == Registering {
			s.try(StartNow{s.w.at()})
		}
		s.try(Begin{s.w.at()})
	default:
		if len(args) == 0 {
			s.try(s.about(name, 0))
		}
		for _, n := range s.numbers(args) {
			s.try(s.about(name, n))
		}
	}
}

// about returns a command about the tournament, or with a number about a table, an entry or a person.
func (s *script) about(name string, n int) Command {
	at, person, deal := s.w.at(), engine.ID(n), s.w.t.s.Money.Deal.Number
	c, known := map[string]Command{
		"pause": Pause{At: at}, "break-off": Pause{At: at, Limited: true}, "resume": Resume{at}, "cancel": Cancel{At: at},
		"cancel-now": Cancel{at, true}, "close": CloseEntries{at},
	}[name]
	if n > 0 {
		c, known = map[string]Command{
			"register": Register{At: at, Person: person}, "house": Register{At: at, Person: person, House: engine.Easy}, "unregister": Unregister{at, person},
			"admit": Admit{at, person}, "skip": Skip{at, person}, "check-in": CheckIn{at, person},
			"hand": StartHand{at, n}, "void": VoidHand{at, n}, "no-place": LoseTable{at, n, OfPlace}, "no-record": LoseTable{at, n, OfRecord},
			"place": FindTable{at, n, OfPlace}, "record": FindTable{at, n, OfRecord},
			"press": Press{at, n}, "time-out": TimeOut{at, n}, "leave": Leave{at, n}, "restart": Restart{at, n}, "rebuy": Rebuy{at, n, false}, "rebuy-twice": Rebuy{at, n, true}, "decline": Decline{at, n}, "add-on": AddOn{at, n},
			"disqualify": Disqualify{at, n}, "warn": Warn{at, n}, "deal": AskDeal{at, n}, "icm": AgreeDeal{at, n, deal, ByICM}, "by-chips": AgreeDeal{at, n, deal, ByChips}, "no-deal": RefuseDeal{at, n, deal},
		}[name]
	}
	if !known {
		s.t.Fatalf("no command %q", name)
	}
	return c
}

// numbers reads numbers and ranges: 3 7 9-12.
func (s *script) numbers(args []string) (all []int) {
	for _, arg := range args {
		from, to, isRange := strings.Cut(arg, "-")
		a, err := strconv.Atoi(from)
		b := a
		if isRange {
			b, _ = strconv.Atoi(to)
		}
		if err != nil || b < a {
			s.t.Fatalf("no number: %q", arg)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all
}

// open makes the tournament.
func (s *script) open(args []string) {
	o := setup.DefaultOptions("turbo")
	o.Price, o.Payout.MinCash = 100, 0
	s.options(&o, args)
	s.w = newWorld(s.t, o, s)
	s.laws = watch(s.w)
	s.seen = 0
}

// options sets options.
func (s *script) options(o *setup.Options, args []string) {
	for _, arg := range args {
		name, value, _ := strings.Cut(arg, "=")
		n, _ := strconv.Atoi(value)
		d, _ := time.ParseDuration(value)
		number, isNumber := map[string]*int{
			"seats": &o.Seats, "max": &o.Max, "min": &o.Min, "paid": &o.Payout.Count, "late": &o.Late, "break-every": &o.Schedule.BreakEvery, "rebuy": &o.Rebuys.Until, "edition": &o.Edition, "rebuys": &o.Rebuys.Most, "cash-share": &o.Bounty.Share, "leave": &o.Leave,
		}[name]
		chips, areChips := map[string]*int64{
			"price": &o.Price, "added": &o.Added, "guarantee": &o.Guarantee, "stack": &o.Stack, "add-on": &o.Rebuys.AddOn, "add-on-price": &o.Rebuys.AddOnPrice, "bounty": &o.Bounty.Part,
		}[name]
		level, err := strconv.Atoi(name) // its big blind
		switch {
		case isNumber:
			*number = n
		case areChips:
			*chips = int64(n)
		case err == nil:
			o.Schedule.Levels[level-1].Big = int64(n)
		case !set(o, name, value, n, d):
			s.t.Fatalf("no option %q", name)
		}
	}
}

// set sets an option that is more than a number. It reports whether there is one of that name.
func set(o *setup.Options, name, value string, n int, d time.Duration) bool {
	switch name {
	case "in":
		o.Scheduled, o.Min, o.Times.Start = true, 4, morning.Add(d)
	case "when": // it is full
		o.Scheduled, o.Times.Start = false, 0
	case "opens": // "now" is at once
		if o.Times.Opens = morning.Add(d); value == "now" {
			o.Times.Opens = 0
		}
	case "expires":
		o.Times.Expires = d
	case "check-in":
		o.Times.CheckIn = d
	case "groups":
		of, every, _ := strings.Cut(value, "/")
		o.Times.Groups.Of, _ = strconv.Atoi(of)
		o.Times.Groups.Every, _ = time.ParseDuration(every)
	case "reentry":
		o.Reentry = true
	case "no-show":
		o.NoShow = true
	case "restarts":
		o.Restart = true
	case "level":
		o.Schedule.Length = d
	case "break":
		o.Schedule.Break = d
	case "hands":
		o.Schedule.Length, o.Schedule.Hands = 0, n
	case "games": // of the first levels
		for i, word := range strings.Split(value, ",") {
			o.Schedule.Levels[i].Variant = map[string]poker.Variant{"omaha": poker.Omaha, "draw": poker.FiveCardDraw}[word]
		}
	case "colours":
		o.Schedule.ColourUp, o.Schedule.Levels = true, colours(d)
	case "redraw":
		o.Final.Redraw = append(o.Final.Redraw, n)
	case "break-order":
		o.Final.BreakOrder = append(o.Final.BreakOrder, n)
	case "final":
		o.Final.Same = value == "same"
	case "bubble":
		o.Final.Bubble = value == "on"
	case "practice":
		o.Practice, o.Price = true, 0
	default:
		return false
	}
	return true
}

// end ends the hand of a table.
func (s *script) end(args []string) {
	number := s.numbers(args[:1])[0]
	stacks := s.w.stacks(number)
	sum, rest := int64(0), 0
	for _, stack := range stacks {
		sum += stack
	}
	end := EndHand{At: s.w.at(), Table: number}
	for _, arg := range args[1:] {
		if arg == "quick" {
			end.Quick = true
			continue
		}
		if busted, winners, ok := strings.Cut(arg, ">"); ok {
			seat := s.w.t.s.Entry(s.numbers([]string{busted})[0]).Seat
			for _, n := range s.numbers(strings.Split(winners, ",")) {
				end.Won[seat].Add(s.w.t.s.Entry(n).Seat)
			}
			continue
		}
		name, value, _ := strings.Cut(arg, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			s.t.Fatalf("no stack: %q", arg)
		}
		if name == "rest" {
			rest = n
			continue
		}
		for _, entry := range s.numbers([]string{name}) {
			stacks[s.w.t.s.Entry(entry).Seat] = int64(n)
		}
	}
	if rest != 0 {
		seat := s.w.t.s.Entry(rest).Seat
		stacks[seat] = 0
		for _, stack := range stacks {
			sum -= stack
		}
		stacks[seat] = sum
		for i := range s.w.t.s.Table(number).Dealt.Clockwise(sidepot.None) {
			if setup.Winners(&s.w.t.s.Options) && stacks[i] == 0 && end.Won[i] == 0 {
				end.Won[i].Add(seat)
			}
		}
	}
	end.Stacks = stacks
	s.try(end)
}

func (s *script) try(c Command) {
	err := s.w.try(c)
	if refusal := (Refusal{}); errors.As(err, &refusal) {
		s.say("refused: %s (T%d)", reasons[refusal.Reason], refusal.Rule)
	} else if err != nil {
		s.say("%v", err)
	}
	s.laws.hold()
}

var reasons = map[Reason]string{
	Over: "it is over", NotOpen: "registration is not open", EntriesAreClosed: "entries are closed", AlreadyIn: "in already",
	NoMoreEntry: "no more entry", TooSoon: "too soon", NotIn: "not in", Started: "it has started", NotStarted: "it has not started",
	NotNext: "not next", NoHouse: "no house players", NoSuchEntry: "no such entry", NoSuchTable: "no such table", TooFew: "too few",
	HandRuns: "a hand runs", NoHand: "no hand runs", WrongStacks: "wrong stacks", IsPaused: "paused", NotPaused: "not paused",
	OnBreak: "break", TableDue: "the table is to be broken", FinalDue: "the final table is to be drawn", RoundOver: "not in this round",
	WaitsForMove: "the table waits for a player", OncePerLevel: "once a level", LastOne: "the last one", TooLate: "too late", NoRestart: "no restart",
	RebuysAreOver: "rebuys are over", NoMoreRebuy: "no rebuy", RebuyWaits: "one waits already", NotOffered: "no rebuy is offered", TooManyChips: "too many chips", NoAddOn: "no add-on", WrongHeads: "wrong heads", NoDeal: "no deal", DealIsOpen: "a deal is open", SomeAbsent: "a player is absent", AskedBefore: "asked before", EntriesClose: "entries close first", TableIsLost: "the table cannot play", NotLost: "the table does not lack that", WasWarned: "warned already",
}

// tables writes who sits where, and how long the level lasts.
func (s *script) tables() {
	x := &s.w.t.s
	for _, number := range x.Open {
		t := x.Table(number)
		var all []string
		for i, n := range t.Seats {
			if n != 0 {
				all = append(all, fmt.Sprintf("%d: #%d %d", i+1, n, x.Entry(n).Stack))
			}
		}
		s.say("table %d has %s", number, strings.Join(all, ", "))
	}
	left := time.Duration(x.Clock.Left) * time.Millisecond
	if x.Clock.End != 0 {
		left = time.Duration(x.Clock.End-s.w.now) * time.Millisecond
		s.say("level %d has %s", x.Clock.Level+1, left)
	} else {
		s.say("level %d stands with %s", x.Clock.Level+1, left)
	}
}

// tell writes the events since the last time.
func (s *script) tell() {
	for _, e := range s.w.log[s.seen:] {
		if text := s.event(e); text != "" {
			s.say("%s", text)
		}
	}
	s.seen = len(s.w.log)
}

// game returns the name of a level's game, "" for hold'em.
func (s *script) game(level int) string {
	return map[poker.Variant]string{poker.Omaha: " omaha", poker.FiveCardDraw: " draw"}[setup.GameOf(&s.w.t.s.Options, level).Variant]
}

// event returns the words for an event.
func (s *script) event(e Event) string {
	until := time.Duration(e.Until-e.At) * time.Millisecond
	switch e.Kind {
	case Drawn, SeatTaken, Registered, Opened, TableOpened, Began:
		return ""
	case HandStarted:
		return fmt.Sprintf("table %d: hand %d, level %d%s, button %d, small %d, big %d, dealt in %s", e.Table, e.Hand, e.Level+1, s.game(e.Level), e.Button+1, e.Small+1, e.Big+1, seatList(sidepot.Seats(e.Dealt)))
	case HandEnded, HandVoided, TableClosed:
		return fmt.Sprintf("table %d: %s", e.Table, kinds[e.Kind])
	case Moved:
		return fmt.Sprintf("#%d moves from table %d to seat %d of table %d", e.Entry, e.From, e.Seat+1, e.Table)
	case TableLost, TableFound:
		return fmt.Sprintf("table %d %s %s", e.Table, kinds[e.Kind], losses[Loss(e.Of)])
	case WentOut:
		if e.Place == 0 {
			return fmt.Sprintf("#%d is out, %d left", e.Entry, e.Alive)
		}
		if e.Tied > 1 {
			return fmt.Sprintf("#%d has places %d–%d", e.Entry, e.Place, e.Place+e.Tied-1)
		}
		return fmt.Sprintf("#%d has place %d", e.Entry, e.Place)
	case LevelBegan:
		return fmt.Sprintf("level %d%s", e.Level+1, s.game(e.Level))
	case EntriesClosed:
		return fmt.Sprintf("entries are closed: %d for %d", e.Amounts, e.Amount)
	case Raced:
		return fmt.Sprintf("#%d changes chips: %+d", e.Entry, e.Amount)
	case RebuyPaid:
		return fmt.Sprintf("#%d pays %d for rebuys: %d", e.Entry, e.Amount, e.Of)
	case Paid, Struck, DealWanted, ChipsGone, ChipsAdded, HeadGrew, HeadLost, AddOnPaid, TurnedAbsent, TurnedPresent, TakenOut, Warned:
		return strings.TrimSuffix(fmt.Sprintf("#%d %s %d", e.Entry, kinds[e.Kind], e.Amount), " 0")
	case DealAsked:
		return fmt.Sprintf("#%d asks for a deal, %d to play for, open for %s", e.Entry, e.Amount, until)
	case DealProposed:
		return fmt.Sprintf("%s: %d", proposed[e.Of], e.Amounts)
	case DealAgreed:
		return fmt.Sprintf("#%d agrees %s", e.Entry, proposed[e.Of])
	case DealRefused:
		return fmt.Sprintf("no deal, by #%d", e.Entry)
	case DealMade:
		return fmt.Sprintf("a deal %s: %d, %d to play for", proposed[e.Of], e.Amounts, e.Amount)
	case HeadTaken:
		return fmt.Sprintf("#%d gets %d for the head of #%d", e.Entry, e.Amount, e.Of)
	case Refunded:
		return fmt.Sprintf("person %d gets %d back", e.Person, e.Amount)
	case Unregistered, Listed, Unlisted, CheckedIn:
		return fmt.Sprintf("person %d %s", e.Person, kinds[e.Kind])
	case Funded, GivenBack:
		return fmt.Sprintf("%s %d", kinds[e.Kind], e.Amount)
	case RoundBegan, RoundEnded:
		return fmt.Sprintf("round %d %s", e.Of, kinds[e.Kind])
	case RebuyOffered:
		return fmt.Sprintf("#%d may rebuy for %s", e.Entry, until)
	case ReadyAsked, StartSet, BreakBegan, Paused:
		return fmt.Sprintf("%s for %s", kinds[e.Kind], until)
	}
	return kinds[e.Kind]
}

var proposed = map[int]string{int(ByICM): "by ICM", int(ByChips): "by chips"}

var losses = map[Loss]string{OfPlace: "its place", OfRecord: "its record"}

var kinds = map[Kind]string{
	HandEnded: "hand ends", HandVoided: "hand is void", TableClosed: "closed", Paid: "gets", Struck: "is disqualified", ChipsGone: "leaves chips",
	TurnedAbsent: "is absent", TurnedPresent: "is present", Unregistered: "is unregistered", Listed: "waits", Unlisted: "waits no longer",
	CheckedIn: "is here", Funded: "the Mint gives", GivenBack: "the Mint gets", RoundBegan: "begins", RoundEnded: "is over",
	ReadyAsked: "all are asked to be here", StartSet: "play begins soon", StartUnset: "play does not begin", BreakBegan: "break", BreakDue: "a break is due", BreakEnded: "the break is over",
	Paused: "paused", Resumed: "resumed", FinalDrawn: "the final table is drawn", Redrawn: "all seats are drawn", HandForHandBegan: "hand for hand",
	HandForHandEnded: "no more hand for hand", Changed: "options change", Ending: "it ends when no hand runs", WasCancelled: "cancelled",
	WasFinished: "finished", ChipsAdded: "buys chips", AddOnPaid: "pays for the add-on", RebuysEnded: "rebuys are over", DealWanted: "wants a deal after the hand", HeadGrew: "has more on its head:", HeadLost: "loses to the first prize", TakenOut: "did not show up", Warned: "has a warning", TableLost: "lacks", TableFound: "has again", DowntimeCredited: "time away is given back",
}

func seatList(s sidepot.Seats) string {
	var all []string
	for i := range int8(engine.MaxSeats) {
		if s.Has(i) {
			all = append(all, strconv.Itoa(int(i)+1))
		}
	}
	return strings.Join(all, " ")
}
