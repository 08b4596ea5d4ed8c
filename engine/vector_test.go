package engine

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/card"
)

// vector is one hand of a file of vectors; schema.md beside the files says what the fields mean.
type vector struct {
	ID       string              `json:"id"`
	Game     string              `json:"game"`
	Trimming bool                `json:"ante_trimming_status"`
	Antes    []int64             `json:"antes"`
	Blinds   []int64             `json:"blinds_or_straddles"`
	MinBet   int64               `json:"min_bet"`
	MinBets  []int64             `json:"min_bets"`
	Small    int64               `json:"small_bet"`
	Stacks   []int64             `json:"starting_stacks"`
	Tags     []string            `json:"tags"`
	Actions  []string            `json:"actions"`
	Legal    [][4]int64          `json:"legal"`
	Pots     [][]json.RawMessage `json:"pots"`
	Uncalled [][3]int64          `json:"uncalled"`
	Finish   []int64             `json:"finishing_stacks"`
	RR       struct {
		Legal  map[string][4]int64 `json:"legal"`
		Finish []int64             `json:"finishing_stacks"`
	} `json:"rr"`
}

// games are what the vectors call the games, without what is special in some hands.
var games = map[string]Rules{
	"NLHE": {Variant: Holdem, Limit: NoLimit}, "PLHE": {Variant: Holdem, Limit: PotLimit}, "FLHE": {Variant: Holdem, Limit: FixedLimit},
	"NL5CD": {Variant: FiveCardDraw, Limit: NoLimit}, "PL5CD": {Variant: FiveCardDraw, Limit: PotLimit},
	"FL5CD": {Variant: FiveCardDraw, Limit: FixedLimit},
}

func TestVectorHands(t *testing.T) {
	dir := filepath.FromSlash(cmp.Or(os.Getenv("CARDROOM_VECTORS"), "../shared/vectors"))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", dir) // it is seen from the repository's root
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl*"))
	if err != nil || len(files) == 0 {
		t.Skipf("no vectors in %s; CARDROOM_VECTORS names their folder", dir)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) { replayFile(t, name, file) })
	}
}

func replayFile(t *testing.T, name, file string) {
	hands, decisions, reshuffled, wrong := 0, 0, 0, 0
	for v, err := range vectorsOf(file) {
		switch {
		case err != nil:
			t.Fatalf("%s: after %d hands: %v", name, hands+reshuffled, err)
		case v.Actions == nil:
			continue // equities
		case slices.Contains(v.Tags, "reshuffle"): // a card is dealt twice: tables here never get that far (R2)
			reshuffled++
			continue
		}
		hands++
		r := replayed{vector: v}
		if err := r.play(); err != nil {
			t.Errorf("%s: hand %s: %v", name, v.ID, err)
			if wrong++; wrong == 20 {
				t.Fatal("and so on")
			}
		}
		decisions += r.decision
	}
	line := fmt.Sprintf("%s: %d hands, %d decisions", name, hands, decisions)
	if reshuffled > 0 {
		line += fmt.Sprintf("; %d hands left out, for which cards were reshuffled", reshuffled)
	}
	fmt.Println(line)
}

func vectorsOf(file string) func(yield func(*vector, error) bool) {
	return func(yield func(*vector, error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = f.Close() }()
		var r io.Reader = bufio.NewReader(f)
		if strings.HasSuffix(file, ".gz") {
			if r, err = gzip.NewReader(r); err != nil {
				yield(nil, err)
				return
			}
		}
		d := json.NewDecoder(r)
		for {
			v := new(vector)
			err := d.Decode(v)
			if err == io.EOF || !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// replayed is a hand being played again. Player k of the vector, from 0, has seat k and ID k+1; the last has the button.
type replayed struct {
	*vector
	table    Table
	events   []Event
	decision int
}

func (r *replayed) apply(c Command) (err error) {
	r.table, r.events, err = r.table.Apply(c, r.events)
	return err
}

func (r *replayed) play() error {
	if err := r.begin(); err != nil {
		return fmt.Errorf("before the first decision: %w", err)
	}
	for _, a := range r.Actions {
		f := strings.Fields(a)
		switch f[1] {
		case "f", "cc", "cbr":
			if err := r.decide(f); err != nil {
				return fmt.Errorf("decision %d (%s): %w", r.decision, a, err)
			}
			r.decision++
		case "sd":
			if err := r.exchange(f); err != nil {
				return fmt.Errorf("after decision %d (%s): %w", r.decision-1, a, err)
			}
		}
	}
	if err := r.end(); err != nil {
		return fmt.Errorf("after decision %d: %w", r.decision-1, err)
	}
	return r.table.g.check()
}

func (r *replayed) begin() (err error) {
	name, _, _ := strings.Cut(r.Game, "-")
	rules, known := games[name]
	if !known {
		return errors.New("no such game: " + r.Game)
	}
	rules.SmallBlind, rules.BigBlind, rules.MinBuyIn, rules.DrawAny = 1, cmp.Or(r.Small, r.MinBet), 1, true
	if len(r.MinBets) > 0 {
		rules.BigBlind = r.Blinds[1]
	}
	rules.Seats = 2 // the engine itself plays more than may sit down to a draw (R2)
	if r.table, err = New(rules); err != nil {
		return err
	}
	r.table.g.Rules.Seats = max(2, len(r.Stacks))
	for k, chips := range r.Stacks {
		if err := r.apply(Sit{Player: ID(k + 1), Seat: k, Chips: chips}); err != nil {
			return err
		}
	}
	deck, err := r.deck()
	if err != nil {
		return err
	}
	return errors.Join(r.apply(r.start()), r.apply(Deal{Deck: deck, Message: 1}))
}

// start is the posts of the hand. The arrays are the small blind's first, heads-up too, where the button is it. The first
// to act is left of the last and largest blind: where heads-up both are equal the vectors let p1 begin, unlike R11.
func (r *replayed) start() StartAs {
	n := len(r.Stacks)
	c := StartAs{Button: n - 1, Big: AnySeat, Dead: !r.Trimming}
	if len(r.MinBets) > 0 {
		c.Least = r.MinBets[1]
	}
	for k := range n {
		at := k
		if n == 2 {
			at = 1 - k
		}
		c.Antes[at], c.Blinds[at] = r.Antes[k], max(r.Blinds[k], -r.Blinds[k])
		if k == 0 {
			c.Small = at
		}
	}
	largest := slices.Max(r.Blinds) // of the regular ones: posts of those who come in are negative
	for at := range n {
		if largest > 0 && c.Blinds[at] == largest && (n == 2 || r.Blinds[at] > 0) {
			c.Big = at
		}
	}
	return c
}

// deck is the cards of the hand in the order in which the engine deals them. Those that are not known, and those that
// are not dealt, are the rest.
func (r *replayed) deck() (d card.Deck, err error) {
	n := len(r.Stacks)
	hole := r.table.g.variant().hole
	next, used := hole*n, map[card.Card]bool{}
	dealt := make([]bool, n)
	put := func(at int, text string) {
		if text == "??" {
			return
		}
		c, parseErr := card.Parse(text)
		if used[c] || parseErr != nil || at >= len(d) || d[at] != card.None {
			err = cmp.Or(err, parseErr, errors.New(text+" is dealt twice, or too many cards are"))
			return
		}
		used[c], d[at] = true, c
	}
	for _, a := range r.Actions {
		f := strings.Fields(a)
		switch {
		case f[1] == "dh":
			k, _ := strconv.Atoi(f[2][1:])
			for i := range len(f[3]) / 2 {
				at := i*n + k - 1
				if dealt[k-1] { // cards for those that were given away
					at = next
					next++
				}
				put(at, f[3][2*i:2*i+2])
			}
			dealt[k-1] = true
		case f[1] == "db":
			for i := range len(f[2]) / 2 {
				put(next, f[2][2*i:2*i+2])
				next++
			}
		}
	}
	rest := card.Ordered()
	unused := slices.DeleteFunc(rest[:], func(c card.Card) bool { return used[c] })
	for i := range d {
		if d[i] == card.None {
			d[i], unused = unused[0], unused[1:]
		}
	}
	return d, err
}

// decide compares what is legal and does what was done.
func (r *replayed) decide(f []string) error {
	want := r.Legal[r.decision]
	if rr, ok := r.RR.Legal[strconv.Itoa(r.decision)]; ok {
		want = rr
	}
	v := r.table.View(0)
	player, _ := strconv.Atoi(f[0][1:])
	if v.ToAct != player-1 || v.Phase != Betting {
		if want == [4]int64{} {
			return nil // to check and nothing else: such a decision may be skipped
		}
		return fmt.Errorf("seat %d is to act in phase %d, want p%d", v.ToAct, v.Phase, player)
	}
	got := [4]int64{want[0], v.Legal.Call, v.Legal.Min, v.Legal.Max} // folding is always legal
	if got != want {
		return fmt.Errorf("legal is %v, want %v", got, want)
	}
	act := Act{Player: ID(player), Turn: v.Turn, Action: Fold}
	switch {
	case f[1] == "cbr":
		act.Action = Raise
		act.To, _ = strconv.ParseInt(f[2], 10, 64)
	case f[1] == "cc" && v.Legal.Call > 0:
		act.Action = Call
	case f[1] == "cc":
		act.Action = Check
	}
	return r.apply(act)
}

// exchange gives away the cards named.
func (r *replayed) exchange(f []string) error {
	v := r.table.View(0)
	player, _ := strconv.Atoi(f[0][1:])
	if v.ToAct != player-1 || v.Phase != Drawing {
		return fmt.Errorf("seat %d is to act in phase %d, want p%d to draw", v.ToAct, v.Phase, player)
	}
	draw := Draw{Player: ID(player), Turn: v.Turn}
	if len(f) > 2 {
		for i := range len(f[2]) / 2 {
			c, err := card.Parse(f[2][2*i : 2*i+2])
			if err != nil {
				return err
			}
			draw.Discard |= 1 << slices.Index(r.table.g.Hole[player-1][:], c)
		}
	}
	return r.apply(draw)
}

// end compares pots, uncalled bets and stacks.
func (r *replayed) end() error {
	v := r.table.View(0)
	if v.Phase != Idle {
		return fmt.Errorf("the hand goes on in phase %d, seat %d to act", v.Phase, v.ToAct)
	}
	if got, want := potsOf(v.Pots), r.pots(); got != want {
		return fmt.Errorf("pots are %s, want %s", got, want)
	}
	uncalled := map[int64]int64{}
	for _, e := range r.events {
		if e.Kind == Uncalled {
			uncalled[int64(e.Player)] += e.Amount
		}
	}
	for k, stack := range r.Stacks {
		if got, want := uncalled[int64(k+1)], r.uncalled(k+1, stack, v.Seats[k].Total); got != want {
			return fmt.Errorf("uncalled: p%d got %d, want %d", k+1, got, want)
		}
	}
	want := r.Finish
	if r.RR.Finish != nil {
		want = r.RR.Finish
	}
	var got []int64
	for _, s := range v.Seats {
		got = append(got, s.Stack)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("stacks are %v, want %v", got, want)
	}
	return nil
}

// uncalled is what a player got back in sum. One vector (ref-NLHE-short-blind-v00467) names more than its player had;
// nobody can get back more than what did not go to the pots.
func (r *replayed) uncalled(player int, stack, inPots int64) (sum int64) {
	for _, u := range r.Uncalled {
		if u[1] == int64(player) {
			sum += u[2]
		}
	}
	return min(sum, stack-inPots)
}

// pots is the pots of the vector as text.
func (r *replayed) pots() string {
	var out []Pot
	for _, raw := range r.Pots {
		var p Pot
		won := map[int]int64{}
		err := errors.Join(json.Unmarshal(raw[0], &p.Amount), json.Unmarshal(raw[1], &p.Players), json.Unmarshal(raw[2], &won))
		if err != nil {
			return err.Error()
		}
		for i := range p.Players {
			p.Players[i]--
		}
		for _, player := range slices.Sorted(maps.Keys(won)) {
			p.Won = append(p.Won, Award{Seat: player - 1, Amount: won[player]})
		}
		out = append(out, p)
	}
	return potsOf(out)
}

func potsOf(pots []Pot) string {
	for _, p := range pots {
		slices.SortFunc(p.Won, func(a, b Award) int { return a.Seat - b.Seat })
	}
	return fmt.Sprint(pots)
}
