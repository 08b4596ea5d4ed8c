package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/render/locale"
)

// heldBy says for every rule which tests hold it: the folder at or below which the test is, its name, and for a script the
// name of its file. Each test names the rule in its comment or its body, so that a search for R22 finds the code, the texts
// and the tests.
var heldBy = []struct {
	rule  int
	tests string
}{
	// games and chips
	{1, "engine TestAllNineGamesArePlayed, engine TestRulesThatCannotBePlayedNameTheField"},
	{2, "engine TestRulesThatCannotBePlayedNameTheField, engine TestSittingDown"},
	{3, "engine TestACardIsDealtOnce"},
	{4, "engine TestSittingDown, engine TestBringingLess, bot TestTalk/buyin, engine TestRulesThatCannotBePlayedNameTheField, bot TestTalk/refusals"},
	{5, "engine TestToppingUp, bot TestTalk/seats"},
	{6, "engine TestToppingUp, engine TestAStackAboveTheMaximumStaysAndItsTopUpGoesBack"},
	{7, "engine TestHands/going_south, bot TestTalk/going_south"},
	{8, "engine TestHands/chip_unit"},
	{9, "engine TestNobodyTakesRake, engine TestNoChipIsMadeOrLost, engine TestChipsHaveNoMaximumWhereTheRulesNameNone"},

	// button, blinds, antes
	{10, "engine TestTheDeadButton, engine TestAChangeOfSeatsChangesNoTurn, engine TestBlindsMove, engine TestTheBlindsAfterAWait, engine TestHands/dead_button"},
	{11, "engine TestTheDeadButton, engine TestBlindsMove"},
	{12, "engine TestHands/posting, engine TestHands/missed_blinds, bot TestTalk/posting"},
	{13, "engine TestWhoPutsOffATurnOwesBothBlinds, engine TestHands/missed_blinds, engine TestWhoMissesABlindIsRemembered"},
	{14, "engine TestAntes"},
	{15, "engine TestRaisesByTheBook, engine TestAntes"},
	{16, "engine TestHands/straddle"},

	// betting
	{17, "engine TestTheFirstRaiseIsToTwoBigBlinds, engine TestWhatIsNotLegalIsRefusedWithTheRange"},
	{18, "bot TestTalk/free_fold"},
	{19, "engine TestAPotTakenUnseenShowsNothing, engine TestHands/unseen_winner"},
	{20, "engine TestRaisesByTheBook, engine TestCannotRaiseSaysWhy, engine TestHands/chip_unit"},
	{21, "engine TestRaisesByTheBook, engine TestTheFirstRaiseIsToTwoBigBlinds"},
	{22, "bot TestTalk/heads_up, bot TestTalk/fixed_limit, bot TestTalk/omaha, render TestBetsAreReadAsTotalsWithinTheLegalRange, engine TestWhatIsNotLegalIsRefusedWithTheRange"},
	{23, "engine TestRaisesByTheBook, engine TestHands/reopening"},
	{24, "engine TestRaisesByTheBook, engine TestHands/reopening"},
	{25, "engine TestHands/pot_limit, bot TestTalk/omaha"},
	{26, "engine TestHands/fixed_limit, engine TestHands/fixed_limit_short_all_ins, bot TestTalk/fixed_limit"},
	{27, "engine TestHands/fixed_limit_short_all_ins"},
	{28, "engine TestHands/pre_actions, engine TestWhatIsNotLegalIsRefusedWithTheRange"},
	{29, "bot TestBigCallsAreAskedOnceMore"},

	// time
	{30, "engine TestTheTimeBankIsUsedAfterTheClock, engine TestSilenceChecksOrFolds, engine TestTwoSilencesRunningSitOut, bot TestTalk/time"},
	{31, "engine TestHands/clock_called, engine TestNoClockNeverRunsOut, engine TestTheWaitsOfASlowTableAreOneClockLong, bot TestTalk/clock"},
	{32, "engine TestRearmGivesBackTheTimeThatWasLost"},

	// all-in, pots
	{33, "engine TestPotsChipByChip, engine TestHands/side_pots"},
	{34, "engine TestAPotTakenUnseenShowsNothing, engine TestTheWorkedExampleOfThePots"},
	{35, "engine TestTheWorkedExampleOfThePots"},
	{36, "engine TestARunOutTablesTheHandsAndTakesItsTime, render TestChancesAreThoseOfEveryBoardThatCanCome, bot TestEveryStreetOfARunOutIsSeen"},
	{37, "engine TestHands/run_it_twice, engine TestHands/run_it_once"},
	{38, "engine TestASettledAllInAddsUp"},

	// showdown
	{39, "engine TestTheLastToBetShowsFirstAndLosersMuck, engine TestWithoutABetTheFirstLeftOfTheButtonShowsFirst"},
	{40, "engine TestTheLastToBetShowsFirstAndLosersMuck, engine TestHands/show_or_muck, engine TestHands/unseen_winner"},
	{41, "engine TestTheWorkedExampleOfThePots, engine TestHands/side_pots"},
	{42, "engine TestOddChipsGoClockwiseFromTheButton, engine TestHands/side_pots"},
	{43, "engine TestHands/omaha, engine TestTheMachineReadsTheHand, engine TestTheCardsThatPlay"},
	{44, "engine/rank TestTheRanksInOrder, engine/rank TestTheHandsOfTheRuleBook, engine/rank TestTiesBreakByKickersAndNeverBySuit"},
	{45, "engine TestTheMachineReadsTheHand"},

	// five-card draw
	{50, "engine TestTheOrderOfFiveCardDraw"},
	{51, "engine TestHands/draw_antes_alone"},
	{52, "engine TestHands/draw_fourth_card, bot TestTalk/draw"},
	{53, "engine TestHands/draw_all_in, engine TestACardIsDealtOnce"},

	// joining, leaving, ending
	{60, "engine TestLeaving, engine TestSittingOutAndIn"},
	{61, "engine TestATableWithFewerThanTwoWaits"},
	{62, "engine TestTheBustedMayRebuy, engine TestSittingOutTooLongStandsUp, engine TestTheWaitsOfASlowTableAreOneClockLong"},
	{63, "engine TestHands/waitlist, engine TestTheWaitsOfASlowTableAreOneClockLong"},
	{64, "engine TestClosing"},
	{65, "engine TestHands/void, engine TestAVoidHandGivesEveryChipBack, bot TestAnOperatorVoidsTheHandThatRuns, bot TestTheChannelIsToldOfAHandThatTheOperatorMadeVoid"},
}

func TestEveryRuleHasATestThatNamesIt(t *testing.T) {
	var rules []int
	for _, entry := range heldBy {
		rules = append(rules, entry.rule)
		for _, flaw := range flaws("R"+strconv.Itoa(entry.rule), entry.tests) {
			t.Error(flaw)
		}
	}
	sameRules(t, "the table of tests", rules)
}

// sameRules wants a list of rules to be that of the program, each once.
func sameRules(t *testing.T, where string, rules []int) {
	t.Helper()
	for _, n := range locale.RuleNumbers() {
		if count := len(rules) - len(slices.DeleteFunc(slices.Clone(rules), func(r int) bool { return r == n })); count != 1 {
			t.Errorf("%s has R%d %d times, want once", where, n, count)
		}
	}
	for _, n := range rules {
		if !slices.Contains(locale.RuleNumbers(), n) {
			t.Errorf("%s has R%d, which is no rule", where, n)
		}
	}
}

// rulesIn returns the rules of a page: one for each line that begins so.
func rulesIn(text, begins string) (rules []int) {
	for _, m := range regexp.MustCompile(`(?m)^`+begins).FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		rules = append(rules, n)
	}
	return rules
}

func TestThePageForPlayersHasEveryRule(t *testing.T) {
	sameRules(t, "docs/rules.md", rulesIn(page(t, "docs/rules.md"), `- \*\*R([0-9]+)\*\* `))
}

func TestThePageOfTheLawHasTheSameRules(t *testing.T) {
	law, err := os.ReadFile(filepath.Join(root, "..", "shared", "rules.md"))
	if err != nil {
		t.Skip("the page of the law is not beside the project: ", err)
	}
	sameRules(t, "the page of the law", rulesIn(string(law), `R([0-9]+) `))
}

// An entry that has gone stale is found.
func TestTheTableOfTestsCannotRot(t *testing.T) {
	for tests, want := range map[string]string{
		"engine TestHands/straddle":                   "",
		"engine TestHands/straddle, engine TestAntes": "does not name it",
		"engine TestHands/void":                       "does not name it",
		"engine TestHands/no_such_hand":               "there is no such script",
		"engine TestAntes/straddle":                   "there is no such script",
		"engine TestNoSuchThing":                      "there is no such test",
		"render TestEveryThing":                       "there is no such test",
		"eng TestHands/straddle":                      "there is no such test",
		"bot TestAntes":                               "there is no such test",
		"engine everyGame":                            "there is no such test",
		"nowhere TestAntes":                           "there is no such test",
		"":                                            "there is no such test",
		"engine TestHands/straddle, engine TestHands": "does not name it",
	} {
		if got := strings.Join(flaws("R16", tests), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("R16: %q: %q, want %q", tests, got, want)
		}
	}
	if len(flaws("R1", "engine TestHands/straddle")) == 0 {
		t.Error("a test that names R16 is taken for one that names R1")
	}
}
