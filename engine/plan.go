package engine

// apply sets or clears a player's pre-action (R28).
func (c Plan) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case c.Hand != s.Hand:
		return Refusal{Reason: Stale, Rule: 28}
	case !s.mayPlan(i, c.Plan):
		return Refusal{Reason: NoPlan, Rule: 28}
	}
	s.Plan[i] = c.Plan
	return nil
}

// mayPlan reports whether seat i has a turn to come, and a pre-action fits the bet as it is. In a draw the player has all their new
// cards, a fourth too. No turn follows a draw in which no other player can bet. A player who is absent (T36) or leaves (R60) has none.
func (g *game) mayPlan(i int8, p PreAction) bool {
	draw := g.Phase == Drawing && g.Seats[i].Drew > 0 && i != g.Fourth && g.where((*seat).bets).Count() > 1
	if p := &g.Seats[i]; g.Phase != Betting && !draw || i == g.ToAct || !p.bets() || p.Away || p.Leaves {
		return false
	}
	switch free := g.price(i) == 0; p {
	case PlanCheck:
		return free
	case PlanCall:
		return !free
	}
	return p <= PlanCallAny
}

// PreActionOf returns a player's pre-action (R28), which a View has for that player alone; 0 is none.
func (t *Table) PreActionOf(player ID) PreAction {
	if i := t.g.seatOf(player); i != none {
		return t.g.Plan[i]
	}
	return 0
}

// plans returns the pre-actions open to seat i.
func (g *game) plans(i int8) (list []PreAction) {
	for p := PlanCheckFold; p <= PlanCallAny; p++ {
		if g.mayPlan(i, p) {
			list = append(list, p)
		}
	}
	return list
}

// dropPlans clears the pre-actions that end when the bet changes (R28).
func (h *hidden) dropPlans() {
	for i := range h.Plan {
		if p := &h.Plan[i]; *p == PlanCheck || *p == PlanCall {
			*p = 0
		}
	}
}

// asPlanned carries out the pre-action of the player to act.
func (s *transition) asPlanned() {
	i := s.ToAct
	p := s.Plan[i]
	if p == 0 {
		return
	}
	s.Plan[i] = 0
	a, free := Fold, s.price(i) == 0
	switch {
	case p == PlanCheck && !free:
		return
	case free:
		a = Check
	case p == PlanCall, p == PlanCallAny:
		a = Call
	}
	s.Seats[i].Timeouts = 0
	s.do(i, a, 0, false)
}
