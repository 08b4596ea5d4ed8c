package engine

// apply sets what a player does when their turn comes (R28).
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

// mayPlan says whether seat i has a turn to come in this round, and a pre-action means something against the bet as it is.
func (g *game) mayPlan(i int8, p PreAction) bool {
	if g.Phase != Betting && g.Phase != Drawing || i == g.ToAct || !g.Seats[i].bets() {
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

// plans is what seat i may plan.
func (g *game) plans(i int8) (list []PreAction) {
	for p := PlanCheckFold; p <= PlanCallAny; p++ {
		if g.mayPlan(i, p) {
			list = append(list, p)
		}
	}
	return list
}

// dropPlans forgets the pre-actions that were made against a bet that has changed (R28).
func (h *hidden) dropPlans() {
	for i := range h.Plan {
		if p := &h.Plan[i]; *p == PlanCheck || *p == PlanCall {
			*p = 0
		}
	}
}

// asPlanned does what the player to act has planned.
func (s *transition) asPlanned() {
	i := s.ToAct
	p := s.Plan[i]
	s.Plan[i] = 0
	a, free := Fold, s.legal().Call == 0
	switch {
	case p == 0, p == PlanCheck && !free:
		return
	case free:
		a = Check
	case p == PlanCall, p == PlanCallAny:
		a = Call
	}
	s.Seats[i].Timeouts = 0
	s.do(i, a, 0, false)
}
