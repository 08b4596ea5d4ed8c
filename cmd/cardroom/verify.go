package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/beacon"
	"cardroom/engine/fair"
	"cardroom/engine/tournament/proof"
	"cardroom/internal/file"
)

// grades describes each grade for a player.
var grades = map[fair.Grade]string{
	fair.GradeA: "the value of a beacon, of a round that the hand's message fixed, had a say in the cards",
	fair.GradeB: "players had a say in the cards, and so had a message that did not exist when they were sealed",
	fair.GradeC: "a message that did not exist when the cards were sealed had a say in them",
	fair.GradeD: "the cards did not change after they were sealed, and no more than that",
}

// defineVerify defines cardroom verify. Its flags may stand behind the files, too.
func defineVerify(flags *flag.FlagSet) runner {
	chain := flags.String("chain", "", "a file that describes a beacon beside quicknet")
	ownProof := flags.String("own", "", "a file with a player's own part")
	link := flags.String("link", "", "the link of any message of the server, which makes links of the messages to look at")
	starts := flags.String("start", "", "numbers of the messages that you saw announce the start of a tournament")
	return untilStopped(func(_ context.Context, term terminal, args []string) int {
		var files []string
		for len(args) > 0 {
			files = append(files, args[0])
			if err := flags.Parse(args[1:]); err != nil {
				return term.refuseFlag(flags, err)
			}
			args = flags.Args()
		}
		if len(files) < 1 {
			return term.wrongUse(flags, "a file is missing: name the receipt to check")
		}
		v, err := newVerifier(*chain)
		if err != nil {
			return term.exitUsageError(err)
		}
		server, err := serverOf(*link)
		if err != nil {
			return term.exitUsageError(err)
		}
		announced, err := readStarts(*starts)
		if err != nil {
			return term.exitUsageError(err)
		}
		opened, err := file.ReadEach(files, mostProof)
		if err != nil {
			return term.exitUsageError(err)
		}
		isResult := proof.IsResult(opened[0].Text)
		if isResult && *ownProof+*link != "" {
			return term.exitUsageError(errors.New(oneLine(files[0] + " is the result of a tournament: leave --own and --link out, which belong to a hand's receipt")))
		}
		own, err := file.ReadEach(slices.DeleteFunc([]string{*ownProof}, func(name string) bool { return name == "" }), mostProof)
		if err = cmp.Or(err, checkOneResult(opened[0], slices.Concat(opened[1:], own))); err != nil {
			return term.exitUsageError(err)
		}
		if isResult {
			return verifyResult(term, v, opened[0], opened[1:], announced)
		}
		if *starts != "" {
			return term.exitUsageError(errors.New(oneLine(files[0] + " is not the result of a tournament: leave --start out, or name the result first")))
		}
		if *ownProof == "" && len(opened) == 2 {
			opened, own = opened[:1], opened[1:]
		}
		return verify(term, v, opened, own, server)
	})
}

// checkOneResult checks that at most the first file is the result of a tournament.
func checkOneResult(first file.Content, others []file.Content) error {
	at := slices.IndexFunc(others, func(f file.Content) bool { return proof.IsResult(f.Text) })
	if at < 0 {
		return nil
	}
	said := " is the result of a tournament: name it first, and then its receipts"
	if proof.IsResult(first.Text) {
		said = " is the result of another tournament: check one result at a time"
	}
	return errors.New(oneLine(others[at].Name + said))
}

// newVerifier returns a verifier that knows quicknet, and the beacon of a file.
func newVerifier(file string) (fair.Verifier, error) {
	if file == "" {
		return beacon.NewVerifier(), nil
	}
	c, err := beacon.ReadChain(file)
	if err != nil {
		return fair.Verifier{}, errors.New(oneLine("--chain " + strings.ReplaceAll(err.Error(), "\n", "; ")))
	}
	return beacon.NewVerifier(c), nil
}

// linkForm is the form of a link to a message.
var linkForm = regexp.MustCompile(`^https://(?:\w+\.)?discord\.com/channels/(\d+)/\d+(?:/\d+)?$`)

// serverOf returns the id of the server of a message's link; "" of none.
func serverOf(link string) (string, error) {
	found := linkForm.FindStringSubmatch(link)
	switch {
	case link == "":
		return "", nil
	case found == nil:
		return "", errors.New(oneLine("--link " + link + ": want a message's link, such as https://discord.com/channels/1/2/3"))
	}
	return found[1], nil
}

// messageForm is how findings name a message to look at. Later in a finding a player's cut may look the same.
var messageForm = regexp.MustCompile(`^Look at message (\d+) of channel (\d+)`)

// withLinks returns findings with links to the messages to look at.
func withLinks(findings []fair.Finding, server string) (linked []fair.Finding) {
	for _, f := range findings {
		f.Text = messageForm.ReplaceAllString(f.Text, "Look at message https://discord.com/channels/"+server+"/$2/$1")
		linked = append(linked, f)
	}
	return linked
}

// verify checks the shuffle proofs of files, and a player's own cards with them. It prints the proven facts and the
// others, with links to the messages of a server if its id is given.
func verify(term terminal, v fair.Verifier, files, ownProofs []file.Content, server string) int {
	entries, err := readReceipts(files)
	if err != nil {
		return term.exitUsageError(err)
	}
	var own []*fair.OwnProof
	for _, file := range ownProofs {
		o, err := readProof(file, fair.ReadOwn)
		if err != nil && isProof(file, fair.ReadSeries) {
			err = fmt.Errorf("%s has receipts, and the second of two files is a player's own part: put all receipts into one file, one a line", file.Name)
		}
		if err != nil {
			return term.exitUsageError(err)
		}
		own = append(own, o)
	}
	if len(entries) == 1 && entries[0].Proof != nil {
		return printReport(term, entries[0], v.Verify(entries[0].Proof, own...), server)
	}
	return printSeries(term, v.VerifySeries(entries, own...))
}

// readReceipts reads the receipts of files.
func readReceipts(files []file.Content) (entries []fair.Entry, err error) {
	for _, file := range files {
		e, err := readProof(file, fair.ReadSeries)
		if err != nil && isProof(file, fair.ReadOwn) {
			err = fmt.Errorf("%s is a player's own part: check it with the receipt of its hand, as cardroom verify RECEIPT --own %s", file.Name, file.Name)
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, e...)
	}
	return entries, nil
}

// printReport prints the findings of the receipt of one hand.
func printReport(term terminal, hand fair.Entry, report fair.Report, server string) int {
	if !report.OK() {
		fmt.Fprintf(term.out, "Hand %d of table %d: the proof does not fit.\n", hand.Hand, hand.Table)
		printFindings(term.out, "Does not fit", atMost(report.Faults))
		printFindings(term.out, "Fits", report.Proven)
		return exitFailed
	}
	fmt.Fprintf(term.out, "Hand %d of table %d: the proof fits. Grade %s: %s.\n", hand.Hand, hand.Table, report.Grade, grades[report.Grade])
	printFindings(term.out, "Proven", report.Proven)
	limits, help := report.Limits, howToLook
	if server != "" {
		limits, help = withLinks(limits, server), help[1:]
	}
	printFindings(term.out, "Not proven", limits)
	printFindings(term.out, "How to look", help)
	return exitStopped
}

// howToLook says how to find the things that a receipt names by numbers alone: it does not know the server, which a link needs.
var howToLook = []fair.Finding{
	{Text: "A message: copy the link of any message in the channel, and put the message's number in place of the last one in it. With --link and that link, this program does so."},
	{Text: "A player: turn on Developer Mode in Discord's advanced settings, and use Copy User ID in the player's menu. A short number, such as 1, is a house player."},
	{Text: "A plain message is the bot's text alone: no command or reply stands above it."},
}

// printSeries prints the findings of the receipts of several hands together.
func printSeries(term terminal, s *fair.Series) int {
	faulty := printHands(term.out, s)
	printFindings(term.out, "Does not fit", atMost(s.Faults))
	for _, i := range faulty[:min(len(faulty), mostFaults)] {
		printFindings(term.out, fmt.Sprintf("Hand %d does not fit", s.Entries[i].Hand), atMost(s.Reports[i].Faults))
	}
	if more := len(faulty) - mostFaults; more > 0 {
		fmt.Fprintf(term.out, "\n%d more hands do not fit: check each alone.\n", more)
	}
	if !s.OK() {
		return exitFailed
	}
	printFindings(term.out, "Not proven", append(limitsOf(s), fair.Finding{Text: "The bot sees every card, and no proof shows that it did not look."}))
	return exitStopped
}

// printHands prints the hands of a series by grade. It returns the indices of those with faults.
func printHands(w io.Writer, s *fair.Series) (faulty []int) {
	first, last, says := s.Entries[0], s.Entries[len(s.Entries)-1], "the proofs fit"
	if !s.OK() {
		says = "the proofs do not fit"
	}
	fmt.Fprintf(w, "Hands %d to %d of table %d: %s.\n\n", first.Hand, last.Hand, first.Table, says)
	graded, faulty := sortHands(s)
	for _, line := range []struct {
		name  string
		hands []uint64
	}{
		{"Grade A", graded[fair.GradeA]}, {"Grade B, for players who typed a cut", graded[fair.GradeB]}, {"Grade C", graded[fair.GradeC]}, {"Grade D", graded[fair.GradeD]},
		{"Void", s.Voids}, {"Void before their message stood", s.Before}, {"Void because the beacon was late", s.Late},
		{"Batches that replaced one with hands left, from hand", s.Replaced}, {"Without a proof", s.Unprovable},
	} {
		hands := slices.Compact(line.hands) // one may be there twice
		fmt.Fprintf(w, "%s: %d%s\n", line.name, len(hands), listNumbers(hands))
	}
	return faulty
}

// sortHands returns the numbers of the hands of each grade, and the indices of those with faults.
func sortHands(s *fair.Series) (graded map[fair.Grade][]uint64, faulty []int) {
	graded = map[fair.Grade][]uint64{}
	for i, r := range s.Reports {
		switch {
		case s.Entries[i].Proof == nil:
		case r.OK():
			graded[r.Grade] = append(graded[r.Grade], s.Entries[i].Hand)
		default:
			faulty = append(faulty, i)
		}
	}
	return graded, faulty
}

// limitsOf returns the limits of the receipts of several hands. Of the signatures of beacons it has each sentence once: which beacon is
// not known, and whose word the file of another one is.
func limitsOf(tables ...*fair.Series) []fair.Finding {
	said := []fair.Finding{
		{Text: "Look at the messages of some hands: cardroom verify of one receipt says what each must show, and how to find it."},
		{Text: "A bot can make a hand void or its beacon late: look whether those hands favour a player."},
	}
	for _, s := range tables {
		for _, r := range s.Reports {
			for _, f := range r.Limits {
				if f.Step == fair.StepSignature && !slices.Contains(said, f) && len(said) < mostFaults {
					said = append(said, f)
				}
			}
		}
	}
	return said
}

// mostFaults limits how many faults are printed of a hand, and of how many hands. A forged file may have a million.
const mostFaults = 20

// atMost returns the first findings, and a line with the number of the others.
func atMost(all []fair.Finding) []fair.Finding {
	more := len(all) - mostFaults
	if more <= 0 {
		return all
	}
	return append(slices.Clone(all[:mostFaults]), fair.Finding{Text: fmt.Sprintf("and %d more", more)})
}

// mostRuns limits how many runs of numbers are printed.
const mostRuns = 100

// listNumbers returns numbers of hands, with runs of them as one: " (1-3, 7)".
func listNumbers(hands []uint64) string {
	var parts []string
	for i := 0; i < len(hands); {
		if len(parts) == mostRuns {
			parts = append(parts, "…")
			break
		}
		end := i
		for end+1 < len(hands) && hands[end+1] == hands[end]+1 {
			end++
		}
		part := fmt.Sprint(hands[i])
		if end > i {
			part += fmt.Sprintf("-%d", hands[end])
		}
		parts, i = append(parts, part), end+1
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// mostProof limits how much of a file is read. It holds the receipts of some 10,000 hands; package fair has a limit for each.
const mostProof = 1 << 26

// readProof reads a file in one of the forms of a proof.
func readProof[T any](f file.Content, read func([]byte) (T, error)) (proof T, err error) {
	if proof, err = read(f.Text); err != nil {
		return proof, errors.New(oneLine(f.Name + ": " + err.Error()))
	}
	return proof, nil
}

// isProof reports whether a file has the form that a function reads.
func isProof[T any](f file.Content, read func([]byte) (T, error)) bool {
	_, err := read(f.Text)
	return err == nil
}

func printFindings(w io.Writer, title string, findings []fair.Finding) {
	if len(findings) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	for _, f := range findings {
		fmt.Fprintln(w, "-", oneLine(f.Text))
	}
}

// readStarts reads the ids of messages that announced a start: 5,6.
func readStarts(text string) (starts []fair.ID, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if text == "" {
			break
		}
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil {
			return nil, errors.New(oneLine("--start " + text + ": want numbers of messages, such as 5,6"))
		}
		starts = append(starts, fair.ID(n))
	}
	return starts, nil
}

// verifyResult checks the result of a tournament, with the receipts of its hands where there are files of them.
func verifyResult(term terminal, v fair.Verifier, result file.Content, receipts []file.Content, starts []fair.ID) int {
	r, err := readProof(result, proof.Read)
	if err != nil {
		return term.exitUsageError(err)
	}
	hands, err := readReceipts(receipts)
	if err != nil {
		return term.exitUsageError(err)
	}
	report := proof.Verify(r, proof.Seen{Starts: starts, Hands: hands})
	tables := report.VerifyReceipts(v, hands)
	says, code := "the proof fits", exitStopped
	if len(report.Faults) > 0 {
		says, code = "the proof does not fit", exitFailed
	}
	fmt.Fprintf(term.out, "Tournament %d of %d entries at the start: %s.\n", r.Tournament, len(r.Entries), says)
	for _, s := range tables {
		fmt.Fprintln(term.out)
		printHands(term.out, s)
	}
	printTexts(term.out, "Does not fit", report.Faults)
	printTexts(term.out, "Fits", report.Proven)
	printTexts(term.out, "Look at the channel", report.Look)
	if code == exitStopped {
		limits := []fair.Finding{
			{Text: "The program sees every card and knows every draw to come: it did not choose the draws, and it may have timed what follows."},
			{Text: "How a hand was played: its receipt shows the cards, and not the bets."},
		}
		if len(tables) > 0 {
			limits = append(limits, limitsOf(tables...)...)
		}
		printFindings(term.out, "Not proven", limits)
	}
	return code
}

// printTexts prints the first texts of a list, as atMost limits it.
func printTexts(w io.Writer, title string, texts []string) {
	var all []fair.Finding
	for _, text := range texts {
		all = append(all, fair.Finding{Text: text})
	}
	printFindings(w, title, atMost(all))
}
