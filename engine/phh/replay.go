package phh

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/engine/card"
)

// Result is a hand that was played again.
type Result struct {
	Decisions int     // folds, checks, calls, bets and raises
	Stacks    []int64 // at the end, in chips, by player
	Table     engine.Table
}

// A Disagreement is the error of a hand that says of itself what the engine does not.
type Disagreement struct {
	Action   int    // its place in Hand.Actions, from 0; -1 for the steps before the first, len(Actions) for the end
	Decision int    // the number of decisions before
	Text     string // the action
	Err      error
}

func (d *Disagreement) Error() string {
	switch {
	case d.Action < 0:
		return fmt.Sprintf("before the first action: %v", d.Err)
	case d.Text == "":
		return fmt.Sprintf("at the end: %v", d.Err)
	}
	return fmt.Sprintf("action %d, decision %d (%s): %v", d.Action+1, d.Decision+1, d.Text, d.Err)
}

func (d *Disagreement) Unwrap() error { return d.Err }

// replay plays a hand again. Player k, from 0, has seat k and ID k+1; the last has the button.
type replay struct {
	*Hand
	table    engine.Table
	events   []engine.Event
	decision int
	held     [engine.MaxSeats][]string // cards given at the end to players whose cards are not known
	dealing  dealing
}

// Replay plays the hand. The error is a *Disagreement. A hand that was not shown cannot have won what others contested:
// where its cards are not known, it is played with such as lose.
func (h *Hand) Replay() (Result, error) {
	r, err := h.play([engine.MaxSeats][]string{})
	if err != nil {
		return Result{}, err
	}
	held, open, err := r.losers()
	if open {
		if r, err = h.play(held); err != nil {
			return Result{}, err
		}
	}
	if err = cmp.Or(err, r.end()); err != nil {
		return Result{}, &Disagreement{Action: len(h.Actions), Decision: r.decision, Err: err}
	}
	return Result{r.decision, r.stacks(), r.table}, nil
}

// play plays the hand as far as its actions go, with the cards given for those that held is not nil of.
func (h *Hand) play(held [engine.MaxSeats][]string) (*replay, error) {
	r := &replay{Hand: h, held: held}
	if err := r.begin(); err != nil {
		return nil, &Disagreement{Action: -1, Err: err}
	}
	for i, a := range h.Actions {
		if err := r.action(a); err != nil {
			return nil, &Disagreement{i, r.decision, a, err}
		}
	}
	return r, nil
}

// apply carries out a command, and answers for each player how often the board is dealt (R37).
func (r *replay) apply(c engine.Command) (err error) {
	r.events, err = r.table.Do(c, r.events)
	if err != nil || r.Runs < 2 {
		return err
	}
	for k := range r.Hand.Stacks {
		if v := r.table.View(0); v.Phase == engine.Asking {
			word := engine.RunIt{Player: engine.ID(k + 1), Hand: v.Hand, Times: min(r.Runs, v.MostRuns)}
			r.events, _ = r.table.Do(word, r.events) // refused for those who are not in the hand
		}
	}
	return nil
}

func (r *replay) begin() error {
	rules, err := r.rules()
	if err != nil {
		return err
	}
	if r.table, err = engine.NewElsewhere(rules); err != nil {
		return err
	}
	for k, chips := range r.Hand.Stacks {
		if err := r.apply(engine.Sit{Player: engine.ID(k + 1), Seat: k, Chips: chips}); err != nil {
			return err
		}
	}
	r.dealing = r.Hand.dealing(rules.Variant.HoleCards(), &r.held)
	deck, err := r.dealing.deck(len(r.Hand.Stacks))
	if err != nil {
		return err
	}
	return cmp.Or(r.apply(r.start()), r.apply(engine.Deal{Deck: deck, Message: 1}))
}

// action does one action. It skips deals, which are done already, and shows, which the engine knows.
func (r *replay) action(a string) error {
	f := words(a)
	switch {
	case len(f) == 0:
		return nil // commentary
	case len(f) < 2:
		return errors.New("the action has too few words")
	}
	switch f[1] {
	case "f", "cc", "cbr":
		if err := r.decide(f); err != nil {
			return err
		}
		r.decision++
		return nil
	case "sd":
		return r.exchange(f)
	case "dh", "db", "sm":
		return nil
	}
	return errors.New("the format has no such action")
}

// decide compares the legal actions and takes the action of the hand.
func (r *replay) decide(f []string) error {
	v, player := r.table.View(0), r.player(f[0])
	want, known := r.legal()
	if v.ToAct != player || v.Phase != engine.Betting {
		if known && want == [4]int64{} {
			return nil // only a check is possible: the engine does not ask
		}
		return fmt.Errorf("p%d is to act", v.ToAct+1)
	}
	got := [4]int64{want[0], v.Legal.Call, v.Legal.Min, v.Legal.Max} // folding is always legal
	if known && got != want {
		return fmt.Errorf("legal is %v, want %v", got, want)
	}
	act := engine.Act{Player: engine.ID(player + 1), Turn: v.Turn, Action: engine.Fold}
	switch {
	case f[1] == "cbr" && len(f) > 2:
		act.Action = engine.Raise
		to, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			return fmt.Errorf("%s is not a number of chips", f[2])
		}
		act.To = to
	case f[1] == "cc" && v.Legal.Call > 0:
		act.Action = engine.Call
	case f[1] == "cc":
		act.Action = engine.Check
	}
	err := r.apply(act)
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		return fmt.Errorf("it is not legal (R%d): call %d, raise to %d–%d", refusal.Rule, v.Legal.Call, v.Legal.Min, v.Legal.Max)
	}
	return err
}

// legal returns the legal actions that the hand has for the decision; false where it has none.
func (r *replay) legal() ([4]int64, bool) {
	if l, ok := r.Hand.Rules.Legal[strconv.Itoa(r.decision)]; ok {
		return l, true
	}
	if r.decision < len(r.Legal) {
		return r.Legal[r.decision], true
	}
	return [4]int64{}, false
}

// exchange gives away the cards named.
func (r *replay) exchange(f []string) error {
	player := r.player(f[0])
	v := r.table.View(engine.ID(player + 1))
	if v.ToAct != player || v.Phase != engine.Drawing {
		return fmt.Errorf("p%d has to act and not to draw", v.ToAct+1)
	}
	draw := engine.Draw{Player: engine.ID(player + 1), Turn: v.Turn}
	if len(f) > 2 {
		me, _ := v.SeatOf(v.Viewer)
		for _, text := range cards(f[2]) {
			at := r.discard(me.Cards, player, text, draw.Discard)
			if at < 0 {
				return fmt.Errorf("the player does not hold %s", text)
			}
			draw.Discard |= 1 << at
		}
	}
	if n := bits.OnesCount8(draw.Discard); n > v.Discards {
		return fmt.Errorf("the player exchanges %d cards, and only %d are left (R2)", n, v.Discards)
	}
	return r.apply(draw)
}

// discard returns the place of a card to give away besides those given away already: of one that is not known, the last whose
// card was not named when it was dealt. It is -1 where there is none.
func (r *replay) discard(held []card.Card, player int, text string, given uint8) int {
	c, err := card.Parse(text)
	if err == nil || text != unknown {
		return slices.Index(held, c)
	}
	for at := len(held) - 1; at >= 0; at-- {
		if dealt := r.dealing.dealt[player]; given>>at&1 == 0 && (at >= len(dealt) || dealt[at] == unknown) {
			return at
		}
	}
	return -1
}

func (r *replay) stacks() (out []int64) {
	for _, s := range r.table.View(0).Seats {
		out = append(out, s.Stack)
	}
	return out
}

// end compares pots, uncalled bets and stacks.
func (r *replay) end() error {
	v := r.table.View(0)
	if v.Phase != engine.Idle {
		return fmt.Errorf("the hand is not over: p%d is to act", v.ToAct+1)
	}
	if want, err := r.pots(); err != nil || want != "" && potsText(v.Pots) != want {
		return cmp.Or(err, fmt.Errorf("pots are %s, want %s", potsText(v.Pots), want))
	}
	if err := r.checkUncalled(&v); err != nil {
		return err
	}
	want := r.Finish
	if r.Hand.Rules.Finish != nil {
		want = r.Hand.Rules.Finish
	}
	if got := r.stacks(); want != nil && !slices.Equal(got, want) {
		return fmt.Errorf("stacks are %v, want %v", got, want)
	}
	return nil
}

// checkUncalled compares the chips that came back to each player, in sum. No hand can give more back than did not go to the pots,
// though one of those checked says so.
func (r *replay) checkUncalled(v *engine.View) error {
	if r.Uncalled == nil {
		return nil
	}
	got, want := map[int]int64{}, map[int]int64{}
	for _, e := range r.events {
		if e.Kind == engine.Uncalled {
			got[e.Seat+1] += e.Amount
		}
	}
	for _, u := range r.Uncalled {
		want[int(u[1])] += u[2]
	}
	for k, stack := range r.Hand.Stacks {
		if got, want := got[k+1], min(want[k+1], stack-v.Seats[k].Total); got != want {
			return fmt.Errorf("uncalled: p%d got %d back, want %d", k+1, got, want)
		}
	}
	return nil
}

// pots returns the pots of the hand as text; none where it does not tell them.
func (r *replay) pots() (string, error) {
	var out []engine.Pot
	for _, raw := range r.Pots {
		if len(raw) != 3 {
			return "", errors.New("a pot needs an amount, players and winnings")
		}
		var p engine.Pot
		won := map[int]int64{}
		err := errors.Join(json.Unmarshal(raw[0], &p.Amount), json.Unmarshal(raw[1], &p.Players), json.Unmarshal(raw[2], &won))
		if err != nil {
			return "", err
		}
		for i := range p.Players {
			p.Players[i]--
		}
		for _, player := range slices.Sorted(maps.Keys(won)) {
			p.Won = append(p.Won, engine.Award{Seat: player - 1, Amount: won[player]})
		}
		out = append(out, p)
	}
	if out == nil {
		return "", nil
	}
	return potsText(out), nil
}

func potsText(pots []engine.Pot) string {
	for _, p := range pots {
		slices.SortFunc(p.Won, func(a, b engine.Award) int { return a.Seat - b.Seat })
		for i, won := range p.Won { // a history has the winners and not their hands
			p.Won[i] = engine.Award{Seat: won.Seat, Amount: won.Amount, Run: won.Run}
		}
	}
	return fmt.Sprint(pots)
}
