package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promised names the tests that hold every promise of durability, as heldBy does for the rules. It also has the command that
// runs them at the size that was promised; in an ordinary run they are smaller. The rows that name tournaments hold the same
// promises for them: their seats, places, prices and prizes are in the table's commits.
var promised = []struct {
	promise int
	tests   string
	long    string // arguments of go test; "" where the ordinary run is all of it
}{
	{1, "bot TestChipsAreNeverMadeOrLost, store TestBalancesAreTheSumsOfTheLedger, bot TestSumsAreLookedAtAtTheStart", "./bot -run ChipsAreNeverMadeOrLost -hands 10000"},
	{2, "bot TestTheProgramMayEndAtAnyPoint, bot TestEveryPointIsPassed, bot TestTheProgramMayEndTwice", "./bot -run TheProgramMayEndAtAnyPoint -hands 10000"},
	{2, "cmd/cardroom TestTablesSurviveWhateverIsDoneToThem", "./cmd/cardroom/e2e/durability -run TablesSurvive -hands 150 -kills 0.08"},
	{2, "cmd/cardroom TestTablesOnRedisSurviveWhateverIsDoneToThem", "./cmd/cardroom/e2e/durability -run TablesOnRedisSurvive -hands 150 -kills 0.08"},
	{3, "cmd/cardroom TestPlayGoesOnAfterWhateverHappensToItsRedis, cmd/cardroom TestPlayGoesOnAfterAMasterWasKilled", "./cmd/cardroom/e2e/durability -run PlayGoesOnAfter -rounds 10"},
	{3, "cmd/cardroom TestTablesOnRedisSurviveWhateverIsDoneToThem, cmd/cardroom TestAHandWaitsForItsRedis, store TestAFailoverIsNoticedWithinSeconds, store TestTheScriptIsSentAgainWhereTheServerForgotIt, store TestMemoryThatRunsOutLeavesNothing, store TestAServerThatHangsIsNotWaitedFor", "./cmd/cardroom/e2e/durability -run TablesOnRedisSurvive -hands 150 -nights 0.1"},
	{4, "bot TestALostReplyIsNotALostOrDoubledCommit, store TestALostReplyIsNotALostOrDoubledCommit", "./bot -run ALostReply -hands 1000"},
	{5, "bot TestInteractionsThatComeAgainDoNothing, bot TestTalk/fault_repeat, bot TestWhatWasRefusedStaysRefused, cmd/cardroom TestAThousandPressesAtOnceActOnce", "./bot -run InteractionsThatComeAgain -hands 1000"},
	{6, "cmd/cardroom TestOneThatWasStoppedDoesNothingWhenItWakesUp", "./cmd/cardroom/e2e/durability -run OneThatWasStopped -rounds 10"},
	{6, "store TestASecondOpenIsRefusedAtOnce, cmd/cardroom TestTwoProcessesDoNotShareAStoreAndOneStopsWhenAsked, cmd/cardroom TestTheNextProcessWaitsAndPlaysSoonAfterTheGoodbyeOfTheFirst, cmd/cardroom TestTheNextProcessPlaysSoonAfterTheFirstWasKilled, cmd/cardroom TestHalvesWaitForTheWhole", ""},
	{7, "bot TestDowntimeIsNobodysTime, bot TestAClockThatIsSetFoldsNobody, bot TestAJumpOfTheClockIsMeasured, engine TestRearmGivesBackTheTimeThatWasLost", ""},
	{8, "bot TestNothingDamagedIsAccepted", "./bot -run Damaged -mutations 100000"},
	{8, "bot TestADamagedTableRestsAndTheOthersGoOn, bot TestTheProgramMayEndOverATableThatCannotBeRead, engine TestHarmedSnapshotsAreRefusedOrPlayed, bot TestASealOpensOnlyWhereItWasMade, store TestADamagedTableIsNamedAndTheOthersGoOn", ""},
	{9, "bot TestTablesOfEveryReleaseArePlayedOn, bot TestAHandOutlivesAnUpgradeAndALookBack", ""},
	{10, "cmd/cardroom TestPoliteRestartsLoseNothing, cmd/cardroom TestPoliteRestartsUnderARushOfPressesLoseNone", "./cmd/cardroom/e2e/durability -run PoliteRestarts -restarts 100"},
	{11, "cmd/cardroom TestMalformedInteractionsChangeNothing", "./cmd/cardroom/e2e/durability -run Malformed -malformed 100000"},
	{12, "bot TestHoleCardsGoToTheirOwnerOnly", "./bot -run HoleCardsGoToTheirOwnerOnly -hands 1000"},
	{13, "bot TestTheOperatorMayVoidWhereverTheProgramEnded", "./bot -run TheOperatorMayVoid -hands 100"},
	{13, "bot TestAVoidHandGivesEveryChipBack, bot TestAnOperatorVoidsTheHandThatRuns, bot TestTheProgramMayEndOverAHandThatIsMadeVoid, bot TestEveryHandHasAReceiptThatFits, bot TestTheChannelIsToldOfAHandThatTheOperatorMadeVoid, cmd/cardroom TestTheDoctorLooksBesideARunningBotAndVoidsWithoutOne", ""},
	{14, "bot TestTheSameSeedIsTheSameRun, cmd/cardroom TestSoak", "./cmd/cardroom/e2e/durability -run Soak -soak 1h"},
	{15, "bot/rest TestManyEditsMeetNoRefusal, bot/rest TestTheBotNeverMakesMoreThanFiftyRequestsASecond, bot/rest TestAChannelThatRefusesIsLeftAlone, bot/rest TestFiveHundredChannelsThatRefuseAreFiveHundredRefusals, bot TestTalk/fault_permission, bot TestTalk/fault_create, bot TestTalk/fault_edit", ""},
	{15, "bot/gateway TestNoSessionIsStartedWhenTheDaysAreUsedUp, bot TestACrashLoopDoesNotUseUpTheDaysSessions, bot TestTheFiveHundredthSessionOfADayIsTheLast", ""},
	// Tournaments.
	{1, "bot TestBountiesAndRebuysSurviveEveryEnd, engine TestLawsOfRandomTournaments, cmd/cardroom TestASitAndGoSurvivesWhateverIsDoneToIt", ""},
	{2, "bot TestATournamentSurvivesEveryEnd, bot TestAScheduledTournamentSurvivesEveryEnd, bot TestAMoveSurvivesEveryEnd", ""},
	{2, "cmd/cardroom TestASitAndGoSurvivesWhateverIsDoneToIt", "./cmd/cardroom/e2e/durability -run SitAndGoSurvives -rounds 10"},
	{3, "cmd/cardroom TestASitAndGoOnRedisSurvivesWhateverIsDoneToIt", "./cmd/cardroom/e2e/durability -run SitAndGoOnRedisSurvives -rounds 10"},
	{4, "bot TestATournamentLosesNoReply, store TestALostReplyIsNotALostOrDoubledCommit", ""},
	{5, "bot TestPressesOfATournamentThatComeAgainDoNothing, bot TestARedeliveredModalMakesOneTournament", ""},
	{6, "cmd/cardroom TestASitAndGoGoesToTheNextProcess", ""},
	{7, "bot TestTheClockStandsWithoutAChannel, cmd/cardroom TestASitAndGoSurvivesWhateverIsDoneToIt", ""},
	{8, "engine TestDamagedSnapshotsAreRefused, bot TestTheOperatorCancelsADamagedTournament, bot TestATournamentThatCannotBeReadIsNamed", ""},
	{9, "bot TestTournamentsOfEveryReleaseArePlayedOn, bot TestTheTableOfATournamentHasASchemaOfItsOwn", ""},
	{10, "cmd/cardroom TestASitAndGoSurvivesWhateverIsDoneToIt", ""},
	{11, "cmd/cardroom TestMalformedInteractionsChangeNothing", ""},
	{12, "bot TestCardsOfATournamentGoToTheirOwner", ""},
	{13, "bot TestAHandOfATournamentIsVoidedByTheOperator", ""},
	{14, "engine TestLawsOfRandomTournaments", ""},
	{15, "cmd/cardroom TestASitAndGoSurvivesWhateverIsDoneToIt", ""},
}

const promises = 15

func TestEveryPromiseHasATestThatNamesIt(t *testing.T) {
	t.Parallel()
	held := map[int]bool{}
	for _, entry := range promised {
		held[entry.promise] = true
		for _, flaw := range append(flaws(fmt.Sprint("P", entry.promise), entry.tests), strayCommand(entry.tests, entry.long)...) {
			t.Error(flaw)
		}
	}
	for n := range promises {
		if !held[n+1] {
			t.Errorf("P%d has no test", n+1)
		}
	}
}

var commandForm = regexp.MustCompile(`^\./(\S+) -run (\S+)((?: -\w+ \S+)*)$`)

// strayCommand returns the flaws of a long command: it has to run one of the tests, in the package that has it and
// with flags that this package has.
func strayCommand(tests, command string) (all []string) {
	if command == "" {
		return nil
	}
	f := commandForm.FindStringSubmatch(command)
	if f == nil {
		return []string{command + " is no command"}
	}
	found := false
	for test := range strings.SplitSeq(tests, ", ") {
		folder, name, _ := strings.Cut(test, " ")
		for _, t := range testFunctions(folder, name) {
			found = found || t.folder == f[1] && strings.Contains(name, f[2])
		}
	}
	if !found {
		all = append(all, command+" runs none of: "+tests)
	}
	source := ""
	files, _ := filepath.Glob(filepath.Join(root, f[1], "*_test.go"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		source += string(text)
	}
	for i, word := range strings.Fields(f[3]) {
		if name, isFlag := strings.CutPrefix(word, "-"); isFlag && i%2 == 0 && !regexp.MustCompile(`flags?\.\w+\("`+name+`"`).MatchString(source) {
			all = append(all, command+": there is no flag "+word)
		}
	}
	return all
}

// The page for those who change the program has every long command.
func TestThePageForContributorsHasTheLongCommands(t *testing.T) {
	text := page(t, "CONTRIBUTING.md")
	for _, entry := range promised {
		if !strings.Contains(text, entry.long) {
			t.Errorf("CONTRIBUTING.md lacks: go test %s", entry.long)
		}
	}
}

// A command that has gone stale is found.
func TestTheTableOfPromisesCannotRot(t *testing.T) {
	const test = "bot TestALostReplyIsNotALostOrDoubledCommit"
	_, name, _ := strings.Cut(test, " ")
	found := testFunctions("bot", name)
	if len(found) != 1 {
		t.Fatalf("%d tests are called %s", len(found), test)
	}
	in := "./" + found[0].folder
	for command, want := range map[string]string{
		"":                                  "",
		in + " -run ALostReply":             "",
		in + " -run ALostReply -hands 5":    "",
		in + " -run ALostReply -fingers 5":  "there is no flag",
		in + " -run AFoundReply":            "runs none of",
		"./store -run ALostReply -hands 5":  "runs none of",
		"./engine -run ALostReply":          "runs none of",
		strings.TrimPrefix(in, "./") + " X": "is no command",
	} {
		if got := strings.Join(strayCommand(test, command), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
	if len(flaws("P1", "bot TestDowntimeIsNobodysTime")) == 0 {
		t.Error("a test that names P7 is taken for one that names P1")
	}
}
