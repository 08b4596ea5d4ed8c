package fair

import "slices"

// outOfTurn returns the number of the first card that was dealt out of turn; len(dealt) where the deal stops too early. It
// returns -1 where all is in order. A void hand may stop anywhere.
func outOfTurn(players []ID, dealt []Recipient, void bool) int {
	order := recipients(players)
	if inOrder(order, dealt, void) {
		return -1
	}
	k := 0
	for k < len(dealt) && inOrder(order, dealt[:k+1], true) {
		k++
	}
	return k
}

// inOrder reports whether a game of two, four or five cards deals so.
func inOrder(order, dealt []Recipient, void bool) bool {
	for _, each := range []int{2, 4, 5} {
		hole := each * len(order)
		turn := 0
		for turn < min(hole, len(dealt)) && dealt[turn] == order[turn%len(order)] {
			turn++
		}
		switch {
		case turn < hole:
			if turn == len(dealt) && void {
				return true
			}
		case each == 5 && exchanges(order, dealt[hole:]), each != 5 && boards(dealt[hole:], void):
			return true
		}
	}
	return false
}

// exchanges reports whether each player, in their order, got one run of at most five cards. One more card may come last, for
// a player whose run was three.
func exchanges(order, dealt []Recipient) bool {
	after, threes := -1, map[int]bool{}
	for len(dealt) > 0 {
		run := 1
		for run < len(dealt) && dealt[run] == dealt[0] {
			run++
		}
		at := slices.Index(order, dealt[0])
		if at < 0 || at <= after || run > 5 {
			return len(dealt) == 1 && threes[at]
		}
		after, threes[at], dealt = at, run == 3, dealt[run:]
	}
	return true
}

// boards reports whether the boards have a number of cards that they can have.
func boards(dealt []Recipient, void bool) bool {
	var has [3]int
	for run := range has {
		for len(dealt) > 0 && dealt[0] == Board(run) {
			has[run]++
			dealt = dealt[1:]
		}
	}
	first, second, third := has[0], has[1], has[2]
	switch {
	case len(dealt) > 0 || first > 5 || second > 5:
		return false
	case second == 0 && third == 0:
		return void || first == 0 || first > 2
	case first < 5:
		return false
	}
	whole := second == 1 || second == 2 || second == 5
	if third == 0 {
		return void || whole
	}
	return whole && (third == second || void && third < second)
}

// recipients returns players as recipients of cards.
func recipients(players []ID) []Recipient {
	places := make([]Recipient, len(players))
	for i, p := range players {
		places[i] = Player(p)
	}
	return places
}
