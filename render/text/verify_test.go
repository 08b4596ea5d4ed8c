package text_test

import (
	"strings"
	"testing"

	"cardroom/render/locale"
	"cardroom/render/text"
)

// everySecond returns 32 numbers of hands, none of them beside another one.
func everySecond(from int64) (hands []int64) {
	for n := range int64(32) {
		hands = append(hands, from+2*n)
	}
	return hands
}

// /verify names runs of hands by their ends. Of one hand it cuts a long list, so that the answer fits into a message; of several it
// lists all.
func TestVerifyListsNumbersOfHands(t *testing.T) {
	l := locale.Lookup("en-US")
	few := text.Series{First: 1, Last: 64, Void: []int64{3, 5, 6, 7, 8, 9, 12}, Late: []int64{5, 6}}
	got := text.Verdict(l, text.Verified{Hand: 1, Grade: 'C', Others: few})
	for _, want := range []string{"Of hands #1 to #64:\n", "- Void: #3, #5–#9, #12.\n", "- Void because the beacon was late: #5–#6.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
	few = text.Series{First: 1, Last: 9, Dropped: []int64{1, 2, 3}}
	for _, got := range []string{text.SeriesVerdict(l, few), text.Verdict(l, text.Verified{Hand: 9, Grade: 'C', Others: few})} {
		if !strings.Contains(got, "- No longer kept: #1–#3.") || strings.Contains(got, "None of them") {
			t.Errorf("the answer does not say that hands are no longer kept:\n%s", got)
		}
	}
	many := text.Series{First: 1_000_001, Last: 1_000_064, Void: everySecond(1_000_001), Late: everySecond(1_000_001), Unproven: everySecond(1_000_002)}
	long := "https://discord.com/" + strings.Repeat("9", 200)
	if got := text.Verdict(l, text.Verified{Hand: 1, Grade: 'C', Link: long, Mixed: true, Message: long, Others: many}); !strings.Contains(got, "- Void: #1000001, #1000003, ") || strings.Count(got, ", ….") != 3 {
		t.Errorf("a long list is not cut:\n%s", got)
	}
	if got := text.SeriesVerdict(l, many); strings.Contains(got, "…") || !strings.Contains(got, "#1000063") || !strings.Contains(got, "#1000064") {
		t.Errorf("a list of several hands is cut:\n%s", got)
	}
}

// Grade A claims nothing of the people who run a beacon that the operator of the bot chose.
func TestVerifyClaimsLessOfABeaconOfTheOperator(t *testing.T) {
	l := locale.Lookup("en-US")
	for chosen, want := range map[bool]string{false: "that no one controls", true: "Only the people who run the beacon"} {
		got := text.Verdict(l, text.Verified{Hand: 1, Grade: 'A', Link: "link", Mixed: true, Message: "link", Beacon: &text.MixedBeacon{Name: "b", Round: 1, Chosen: chosen}})
		if !strings.Contains(got, want) || strings.Contains(got, "The operator of this bot chose this beacon") != chosen {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
}

// The longest answers fit into a message of Discord in every language.
func TestTheAnswersOfVerifyFit(t *testing.T) {
	link := "https://discord.com/channels/" + strings.Repeat("9", 20) + "/" + strings.Repeat("9", 20) + "/" + strings.Repeat("9", 20)
	many := text.Series{First: 10_000_001, Last: 10_000_064, Void: everySecond(10_000_001), Late: everySecond(10_000_001), Unproven: everySecond(10_000_002)}
	for _, l := range locale.Languages() {
		for _, v := range []text.Verified{
			{Cuts: 9}, {Beacon: &text.MixedBeacon{Name: strings.Repeat("b", 64), Round: 1 << 40, Chosen: true}},
		} {
			for _, grade := range []byte("ABCD") {
				v.Hand, v.Grade, v.Size, v.Link, v.Mixed, v.Message, v.Voids, v.Own, v.Others, v.Moved = 10_000_001, grade, 64, link, true, link, 1_000_000, true, many, true
				if n := locale.Length(text.Verdict(l, v)); n > locale.MaxText {
					t.Errorf("%s: the answer for grade %c has %d characters", l.Locale, grade, n)
				}
			}
		}
		if many.Moved = true; !strings.Contains(text.SeriesVerdict(l, many), string(l.Say.Fair.Moved)) {
			t.Errorf("%s: no word of the move", l.Locale)
		}
		if n := locale.Length(text.SeriesVerdict(l, many)); n > locale.MaxText {
			t.Errorf("%s: the answer for several hands has %d characters", l.Locale, n)
		}
	}
}
