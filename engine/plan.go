package engine

// plan sets what a player does when their turn comes (R28).
func (s *step) plan(c Plan) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Why: NotSeated}
	case c.Hand != s.Hand:
		return Refusal{Why: Stale, Rule: 28}
	case s.Phase != Betting && s.Phase != Drawing || i == s.ToAct || !s.Seats[i].bets() || !s.fits(i, c.Plan):
		return Refusal{Why: NoPlan, Rule: 28}
	}
	s.Plan[i] = c.Plan
	return nil
}

// fits says whether a pre-action means something against the bet as it is.
func (g *game) fits(i int8, p PreAction) bool {
	switch free := g.Seats[i].Bet == g.High; p {
	case PlanCheck:
		return free
	case PlanCall:
		return !free
	}
	return p <= PlanCallAny
}

// dropPlans forgets the pre-actions that were made against a bet that has changed (R28).
func (s *step) dropPlans() {
	for i := range s.Plan {
		if p := &s.Plan[i]; *p == PlanCheck || *p == PlanCall {
			*p = 0
		}
	}
}

// asPlanned does what the player to act has planned.
func (s *step) asPlanned() {
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
	s.Seats[i].Silences = 0
	s.do(i, a, 0, false)
}
