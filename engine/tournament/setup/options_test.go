package setup

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cardroom/engine/poker"
)

// scheduled returns options of a tournament that starts at a time.
func scheduled() Options {
	o := DefaultOptions("regular")
	o.Scheduled, o.Times.Start = true, 1
	return o
}

func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		set  func(*Options)
		want string
	}{
		"edition":           {func(o *Options) { o.Edition = Edition + 1 }, "edition is 6, want 0 to 5 (T5)"},
		"seats":             {func(o *Options) { o.Seats = 11 }, "seats is 11, want 2 to 10 (T4)"},
		"draw seats":        {func(o *Options) { o.Variant, o.Seats = poker.FiveCardDraw, 7 }, "seats is 7, want 2 to 6 (T4)"},
		"mixed":             {func(o *Options) { o.Schedule.Levels[1].Variant = poker.FiveCardDraw }, "seats is 9: the game of a level has fewer seats (T2)"},
		"max":               {func(o *Options) { o.Max = 10_001 }, "max is 10001, want 2 to 10000 (T4)"},
		"stack":             {func(o *Options) { o.Stack = 9 }, "stack is 9, want 10 to 1000000 (T4)"},
		"person":            {func(o *Options) { o.PerPerson = 0 }, "per-person is 0, want 1 to 10 (T4)"},
		"levels":            {func(o *Options) { o.Schedule.Levels = nil }, "levels is 0, want 1 to 200 (T4)"},
		"price":             {func(o *Options) { o.Price, o.Max = 1e9, 1001 }, "price is 1000000000, want 0 to 999000999 (T4)"},
		"leave":             {func(o *Options) { o.Leave = 21 }, "leave is 21, want 0 to 20 (T93)"},
		"bounty":            {func(o *Options) { o.Price, o.Bounty = 100, Bounty{Part: 101, Share: 50} }, "bounty is 101, want 0 to 100 (T6)"},
		"no bounty":         {func(o *Options) { o.Bounty.Share = 50 }, "cash-share is 50: it needs bounty (T81)"},
		"cash-share":        {func(o *Options) { o.Price, o.Bounty = 100, Bounty{Part: 50, Share: 24} }, "cash-share is 24, want 25 to 100 (T81)"},
		"rebuys and bounty": {func(o *Options) { o.Price, o.Bounty, o.Rebuys.Until = 100, Bounty{Part: 50, Share: 100}, 2 }, "bounty is 50: it does not go with rebuy-until (T3)"},
		"restart and bounty": {func(o *Options) {
			o.Price, o.Bounty, o.Reentry, o.Restart = 100, Bounty{Part: 50, Share: 100}, true, true
			o.Scheduled, o.Late, o.Times.Start = true, 2, 1
		}, "bounty is 50: it does not go with restart (T70)"},
		"added":       {func(o *Options) { o.Added = -1 }, "added is -1, want 0 to 1000000000000 (T6)"},
		"guarantee":   {func(o *Options) { o.Guarantee = -1 }, "guarantee is -1, want 0 to 1000000000000 (T6)"},
		"practice":    {func(o *Options) { o.Practice, o.Price = true, 5 }, "price is 5: with house players it is 0 (T39)"},
		"late":        {func(o *Options) { o.Late = 2 }, "late is 2: it goes with a start time (T65)"},
		"reentry":     {func(o *Options) { o.Reentry = true }, "reentry is 1: it goes with a start time (T3)"},
		"check-in":    {func(o *Options) { o.Times.CheckIn = time.Minute }, "check-in is 60000: it goes with a start time (T3)"},
		"min":         {func(o *Options) { *o = scheduled(); o.Min = 10 }, "min is 10, want 2 to 9 (T15)"},
		"late ends":   {func(o *Options) { *o = scheduled(); o.Late = 99 }, "late is 99, want 0 to 23 (T65)"},
		"again":       {func(o *Options) { *o = scheduled(); o.Reentry = true }, "reentry is 1: it needs late (T68)"},
		"no-show":     {func(o *Options) { o.NoShow = true }, "no-show is 1: it goes with a start time (T3)"},
		"never late":  {func(o *Options) { *o = scheduled(); o.NoShow = true }, "no-show is 1: it needs late (T71)"},
		"restart":     {func(o *Options) { *o = scheduled(); o.Restart = true }, "restart is 1: it needs reentry (T70)"},
		"no start":    {func(o *Options) { *o = scheduled(); o.Times.Start = 0 }, "start is 0: this time is past (T15)"},
		"in time":     {func(o *Options) { *o = scheduled(); o.Times.CheckIn = time.Minute }, "check-in is 1, want 5 to 60 (T14)"},
		"no check-in": {func(o *Options) { *o = scheduled(); o.Times.Groups = Groups{3, time.Minute} }, "groups is 3: it needs check-in (T14)"},
		"no group": {func(o *Options) {
			*o = scheduled()
			o.Times.CheckIn, o.Times.Groups = 9*time.Minute, Groups{0, time.Minute}
		}, "groups is 0, want 1 to 9 (T14)"},
		"no minutes": {func(o *Options) { *o = scheduled(); o.Times.CheckIn, o.Times.Groups = 9*time.Minute, Groups{3, 0} }, "groups is 0, want 1 to 60 (T14)"},
		"late group": {func(o *Options) {
			*o = scheduled()
			o.Times.CheckIn, o.Times.Groups = 8*time.Minute, Groups{2, 2 * time.Minute}
		}, "groups is 2: the last group has no time to check in (T14)"},
		"rebuy until": {func(o *Options) { o.Rebuys.Until = 99 }, "rebuy-until is 99, want 0 to 19 (T66)"},
		"rebuys":      {func(o *Options) { o.Rebuys = Rebuys{Until: 1, Most: 21} }, "rebuys is 21, want 0 to 20 (T66)"},
		"no rebuys":   {func(o *Options) { o.Rebuys.AddOn = 10 }, "add-on is 10: it needs rebuy-until (T66)"},
		"add-on":      {func(o *Options) { o.Rebuys = Rebuys{Until: 1, AddOn: -1e9} }, "add-on is -1000000000, want 0 to 1000000 (T67)"},
		"for nothing": {func(o *Options) { o.Rebuys = Rebuys{Until: 1, AddOnPrice: 5} }, "add-on-price is 5: it needs add-on (T67)"},
		"both again":  {func(o *Options) { *o = scheduled(); o.Late, o.Reentry, o.Rebuys.Until = 1, true, 1 }, "rebuy-until is 1: it does not go with reentry (T3)"},
		"late rebuy":  {func(o *Options) { *o = scheduled(); o.Late, o.Rebuys.Until = 2, 1 }, "rebuy-until is 1: late entry ends before rebuys or with them (T3)"},
		"share":       {func(o *Options) { o.Payout.Share = 31 }, "paid is 31, want 5 to 30 (T74)"},
		"two kinds":   {func(o *Options) { o.Payout.Share, o.Payout.Count = 20, 3 }, "paid is 20: only one of its forms can be chosen (T74)"},
		"two more":    {func(o *Options) { o.Payout.Table, o.Payout.Count = []int{1}, 3 }, "paid is 3: only one of its forms can be chosen (T74)"},
		"rising":      {func(o *Options) { o.Payout.Table = []int{2, 3} }, "paid is 3: its numbers never rise with the place (T75)"},
		"no share":    {func(o *Options) { o.Payout.Table = []int{2, 0} }, "paid is 0, want 1 to 1000000 (T74)"},
		"min-cash":    {func(o *Options) { o.Payout.MinCash = -1 }, "min-cash is -1, want 0 to 10000 (T75)"},
		"share, min":  {func(o *Options) { o.Payout.Share, o.Payout.MinCash = 15, 10_001 }, "min-cash is 10001, want 0 to 10000 (T75)"},
		"clock":       {func(o *Options) { o.Times.Clock = time.Second }, "clock is 1, want 10 to 259200 (T25)"},
		"pause":       {func(o *Options) { o.Times.Pause = time.Hour }, "pause is 3600, want 0 to 60 (T35)"},
		"expires":     {func(o *Options) { o.Times.Expires = -time.Hour }, "expires is -60, want 0 to 43200 (T15)"},
		"half gone":   {func(o *Options) { o.Times.Expires = -time.Second }, "expires is -1, want 0 to 43200 (T15)"},
		"half pause":  {func(o *Options) { o.Times.Pause = -time.Millisecond }, "pause is -1, want 0 to 60 (T35)"},
		"all tables":  {func(o *Options) { o.Final.BreakOrder = make([]int, 401) }, "break-order is 401, want 0 to 400 (T46)"},
		"break":       {func(o *Options) { o.Schedule.Break = 3 * time.Hour }, "break is 180, want 0 to 120 (T26)"},
		"every":       {func(o *Options) { o.Schedule.BreakEvery = -2 }, "break-every is -2, want -1 to 200 (T26)"},
		"redraw":      {func(o *Options) { o.Final.Redraw = []int{18, 27} }, "redraw is 27, want 3 to 17 (T49)"},
		"no table":    {func(o *Options) { o.Final.BreakOrder = []int{0} }, "break-order is 0, want 1 to 10000 (T46)"},
		"same table":  {func(o *Options) { o.Final.BreakOrder = []int{2, 2} }, "break-order is 2: each number comes once (T46)"},
		"hands":       {func(o *Options) { o.Schedule.Hands = -1 }, "hands is -1, want 1 to 1000 (T20)"},
		"both":        {func(o *Options) { o.Schedule.Hands = 5 }, "hands is 5: only one of its forms can be chosen (T20)"},
		"colours":     {func(o *Options) { o.Schedule.Length, o.Schedule.Hands, o.Schedule.ColourUp = 0, 5, true }, "colour-up is 1: it does not go with hands (T28)"},
		"falling":     {func(o *Options) { o.Schedule.Levels[2].Big = 20 }, "level 3 is 20: blinds never fall (T23)"},
		"two antes":   {func(o *Options) { o.Schedule.Levels[2].Ante = 5 }, "level 3 is 5: only one of its forms can be chosen (T24)"},
		"no blind":    {func(o *Options) { o.Schedule.Levels[0].Big = 0 }, "level 1 is 0, want 1 to 1000000000000 (T20)"},
		"length":      {func(o *Options) { o.Schedule.Length = time.Second }, "level 1 is 1, want 10 to 604800 (T20)"},
		"odd stack":   {func(o *Options) { o.Schedule.Levels[0].Unit = 3 }, "stack is 1000: it is no multiple of the smallest chip (T28)"},
		"odd unit":    {func(o *Options) { o.Schedule.ColourUp, o.Schedule.Levels[3].Unit = true, 11 }, "unit of level 4 is 11: it is 2 to 10 times the unit before (T28)"},
		"odd blinds":  {func(o *Options) { o.Schedule.ColourUp, o.Schedule.Levels[3].Unit = true, 8 }, "level 4 is 60: it is no multiple of the smallest chip (T28)"},
	} {
		o := DefaultOptions("turbo")
		if tt.set(&o); strings.HasPrefix(name, "late ends") {
			o.Schedule.Levels = o.Schedule.Levels[:24]
		}
		err := o.Check()
		if e := (*OptionError)(nil); !errors.As(err, &e) || err.Error() != "tournament: "+tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// A hand of the last level with rebuys may last for levels, and a busted player of it rebuys after it (T28, T66).
func TestEveryUnitMakesTheStackWhileRebuysAreOn(t *testing.T) {
	o := DefaultOptions("turbo")
	o.Stack, o.Rebuys.Until = 1500, 1
	o.Schedule.ColourUp, o.Schedule.Levels = true, []Level{{Small: 25, Big: 50, Unit: 25}, {Small: 50, Big: 100}, {Small: 1000, Big: 2000, Unit: 250}, {Small: 2000, Big: 4000, Unit: 1000}}
	want := "tournament: stack is 1500: it is no multiple of the smallest chip (T28)"
	if err := o.Check(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	for name, change := range map[string]func(*Options){
		"another stack":      func(o *Options) { o.Stack = 2000 },
		"no rebuys":          func(o *Options) { o.Rebuys.Until = 0 },
		"an earlier edition": func(o *Options) { o.Edition = 0 },
	} {
		o := o.Clone()
		if change(&o); o.Check() != nil {
			t.Errorf("%s: %v", name, o.Check())
		}
	}
}

func TestDefaultsAreRight(t *testing.T) {
	for _, preset := range []string{"hyper", "turbo", "regular", "deep", "slow", "unheard of"} {
		if o := DefaultOptions(preset); o.Check() != nil || o.FinalSize() != 10 || o.Slow() != (preset == "slow") {
			t.Errorf("%s: %v, a final table of %d, slow %t", preset, o.Check(), o.FinalSize(), o.Slow())
		}
	}
	for _, tt := range []struct {
		seats, want int
		same        bool
	}{{2, 2, false}, {6, 7, false}, {6, 6, true}, {10, 10, false}} {
		o := Options{Variant: poker.Holdem, Seats: tt.seats, Final: FinalTable{Same: tt.same}}
		if got := o.FinalSize(); got != tt.want {
			t.Errorf("tables of %d: a final table of %d, want %d", tt.seats, got, tt.want)
		}
	}
}
