package bot_test

import (
	"bytes"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
)

// allTiles is the number of pictures in both decks: spades and hearts are the same in both.
const allTiles = 52 + 26

// uploaded is long enough for all of them.
const uploaded = 15 * time.Second

// emojis counts the application's emoji by their cards.
func (c *club) emojis() map[string]int {
	count := map[string]int{}
	for _, e := range c.srv.Emojis() {
		count[e.Name[:max(0, strings.LastIndexByte(e.Name, '_'))]]++
	}
	return count
}

// askedForEmoji counts the requests about emoji by their method.
func (c *club) askedForEmoji() map[string]int {
	count := map[string]int{}
	for _, r := range c.srv.Requests() {
		if strings.Contains(r.Path, "/emojis") {
			count[r.Method]++
		}
	}
	return count
}

var (
	oneEmoji  = regexp.MustCompile(`<:(\w+)_of_(\w+)_([0-9a-f]{4}):(\d+)>`)
	emojiName = regexp.MustCompile(`^(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)_of_(clubs|diamonds|hearts|spades)_[0-9a-f]{4}$`)
)

// holds returns the form of the cards in a text: "letters", "emoji", "none", or "both" for a mixture.
func (c *club) holds(text string) string {
	c.t.Helper()
	there := map[string]string{}
	for _, e := range c.srv.Emojis() {
		there[e.ID] = e.Name
	}
	found := oneEmoji.FindAllStringSubmatch(text, -1)
	for _, f := range found {
		if name := f[1] + "_of_" + f[2] + "_" + f[3]; there[f[4]] != name {
			c.t.Errorf("%s is no emoji of the application", f[0])
		}
	}
	switch letters := oneCard.MatchString(text); {
	case letters && len(found) > 0:
		return "both"
	case letters:
		return "letters"
	case len(found) > 0:
		return "emoji"
	}
	return "none"
}

func (c *club) warnings() int { return strings.Count(c.log.String(), "level=WARN") }

// withTiles opens a club whose cards are emoji.
func withTiles(c *club) { c.tiler = drawn{} }

func TestCardsBecomeEmojiWhenAllAreThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.stop()
		c.tiler = drawn{}
		c.srv.Fail("POST /applications/{app}/emojis", discordtest.Fault{Delay: 200 * time.Millisecond, Times: 40})
		c.start()
		alice, _ := c.seated("pause", "3")
		time.Sleep(5 * time.Second) // a hand is running, and some of the pictures are uploaded
		panel := alice.Press(c.channel, "My cards")
		if n := len(c.srv.Emojis()); n == 0 || n >= 52 {
			t.Fatalf("%d emoji: the test does not see the middle", n)
		}
		if how := c.holds(panel.Text()); how != "letters" {
			t.Errorf("while they are uploaded, cards are %s: %s", how, panel.Text())
		}
		time.Sleep(uploaded)
		for _, e := range c.srv.Emojis() {
			m, err := png.DecodeConfig(bytes.NewReader(e.Data))
			if err != nil || m.Width != 128 || m.Height != 128 || !emojiName.MatchString(e.Name) || e.Kind != "image/png" {
				t.Errorf("%s is %+v, %v", e.Name, m, err)
			}
		}
		if n := len(c.srv.Emojis()); n != allTiles || len(c.emojis()) != 52 {
			t.Errorf("%d emoji of %d cards", n, len(c.emojis()))
		}
		if asked := c.askedForEmoji(); asked["GET"] != 1 || asked["POST"] != allTiles {
			t.Errorf("requests: %v", asked)
		}
		panel = alice.Press(c.channel, "My cards")
		if how := c.holds(panel.Text()); how != "emoji" {
			t.Errorf("when they are there, cards are %s: %s", how, panel.Text())
		}
	})
}

func TestEmojiAreUploadedOnce(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, withTiles)
		time.Sleep(uploaded)
		first := c.srv.Emojis()
		c.stop()
		requests := c.srv.RequestCount()
		c.start()
		alice, _ := c.seated("pause", "3")
		time.Sleep(4 * time.Second)
		if panel := alice.Press(c.channel, "My cards"); c.holds(panel.Text()) != "emoji" {
			t.Errorf("after a restart the panel is\n%s", panel.Text())
		}
		for _, r := range c.srv.Requests()[requests:] {
			if strings.Contains(r.Path, "/emojis") && r.Method != "GET" {
				t.Errorf("the second life of the program asks %s %s", r.Method, r.Path)
			}
		}
		if again := c.srv.Emojis(); !slices.EqualFunc(first, again, func(a, b discordtest.AppEmoji) bool { return a.ID == b.ID }) {
			t.Errorf("there were %d emoji, and are %d", len(first), len(again))
		}
	})
}

// A changed drawing has another name: the bot uploads it and deletes the old one. Other emoji stay.
func TestAnotherDrawingTakesThePlaceOfTheOld(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, withTiles)
		others := []string{"party_parrot", "ace_of_spades", "ace_of_bases_3f2a", "ace_of_spades_3f2g", "one_of_spades_3f2a"}
		for _, name := range others {
			c.makeEmoji(name)
		}
		time.Sleep(uploaded)
		old := c.srv.Emojis()
		c.stop()
		c.tiler = drawn{salt: 0xffff}
		c.start()
		time.Sleep(2 * uploaded)
		var names []string
		for _, e := range c.srv.Emojis() {
			was := slices.ContainsFunc(old, func(o discordtest.AppEmoji) bool { return o.Name == e.Name })
			if other := slices.Contains(others, e.Name); other {
				names = append(names, e.Name)
			} else if was {
				t.Errorf("the old %s is still there", e.Name)
			}
		}
		if n := len(c.srv.Emojis()); len(names) != len(others) || n != allTiles+len(others) {
			t.Errorf("%d emoji, of others %q", n, names)
		}
	})
}

// After any error of Discord, cards are letters for a while, and presses get their answers. The log has the error once, and
// the bot retries.
func TestARefusedEmojiIsTriedAgainLater(t *testing.T) {
	alone(t)
	for name, f := range map[string]discordtest.Fault{
		"a limit":       discordtest.TooMany(40*time.Second, "user"),
		"no room":       discordtest.Refusal(400, 30008, "Maximum number of emojis reached (2000)"),
		"not permitted": discordtest.Refusal(403, 50013, "Missing Permissions"),
		"an outage":     {Status: 503, Body: "upstream"},
		"silence":       {Silent: true},
		"done unheard":  {Status: 502, Body: "bad gateway", Applied: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f.Times = 8
				c := open(t)
				c.stop()
				c.tiler = drawn{}
				c.srv.Fail("POST /applications/{app}/emojis", f)
				c.start()
				alice, bob := c.seated("pause", "3", "clock", "off")
				time.Sleep(15 * time.Second)
				start := time.Now()
				for _, p := range []*discordtest.Person{alice, bob} {
					if panel := p.Press(c.channel, "My cards"); name != "done unheard" && c.holds(panel.Text()) != "letters" {
						t.Errorf("the panel is\n%s", panel.Text())
					}
				}
				if took := time.Since(start); took > 200*time.Millisecond {
					t.Errorf("two answers took %v", took)
				}
				time.Sleep(40 * time.Minute)
				if panel := alice.Press(c.channel, "My cards"); c.holds(panel.Text()) != "emoji" || len(c.srv.Emojis()) != allTiles {
					t.Errorf("much later there are %d emoji, and the panel is\n%s", len(c.srv.Emojis()), panel.Text())
				}
				if n := c.warnings(); n > 1 {
					t.Errorf("%d warnings", n)
				}
			})
		})
	}
}

// Two processes of one application that start at once make one set of pictures.
func TestTwoProcessesUploadOneSet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.stop()
		c.tiler = drawn{}
		stop := c.second()
		c.start()
		time.Sleep(2 * uploaded)
		stop()
		if n := len(c.srv.Emojis()); n != allTiles || len(c.emojis()) != 52 {
			t.Errorf("%d emoji of %d cards", n, len(c.emojis()))
		}
		taken := 0 // the other process did, a moment before
		for _, q := range c.srv.Requests() {
			if q.Method == "POST" && strings.HasSuffix(q.Route, "/emojis") && q.Status == http.StatusBadRequest {
				taken++
			}
		}
		if taken > 4 {
			t.Errorf("%d names were taken already", taken)
		}
		if n := c.warnings(); n > 0 {
			t.Errorf("%d warnings", n)
		}
	})
}

// Wherever the program ends, the next life has every picture once.
func TestTheProgramMayEndBetweenEmoji(t *testing.T) {
	alone(t)
	for _, e := range []failpoint.Effect{failpoint.UploadEmoji, failpoint.DropEmoji} {
		for _, done := range []bool{false, true} {
			for _, nth := range []int{1, 30, 52, allTiles} {
				synctest.Test(t, func(t *testing.T) {
					c := openAs(t, withTiles)
					time.Sleep(uploaded)
					c.stop()
					passed := 0
					c.at = func(p failpoint.Point) bool {
						if p == (failpoint.Point{Effect: e, Done: done}) {
							passed++
						}
						return p.Effect == e && passed == nth // other effects happen in other goroutines
					}
					c.tiler = drawn{salt: 0xffff}
					c.start()
					time.Sleep(2 * uploaded)
					if passed != nth {
						t.Errorf("%s, done %t: passed %d times", e, done, passed)
					}
					c.stop()
					c.at = nil
					c.start()
					time.Sleep(2 * uploaded)
					if n := len(c.srv.Emojis()); n != allTiles || len(c.emojis()) != 52 {
						t.Errorf("after the end at %s for the %d. time there are %d emoji of %d cards", e, nth, n, len(c.emojis()))
					}
				})
			}
		}
	}
}

// A user's own choice counts only in their private messages: the public board is one for all.
func TestADeckOfTwoColoursIsAPersonsOwn(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, withTiles)
		time.Sleep(uploaded)
		alice, bob := c.seated("pause", "3", "clock", "off")
		time.Sleep(4 * time.Second)
		reds := func(p *discordtest.Person) map[string]bool {
			ids := map[string]bool{}
			panel := p.Press(c.channel, "My cards")
			for _, f := range oneEmoji.FindAllString(panel.Text(), -1) {
				ids[f] = true
			}
			if len(ids) < 2 {
				t.Errorf("%s's panel is\n%s", p.Name(), panel.Text())
			}
			return ids
		}
		four := reds(alice)
		alice.Command(c.channel, "/settings", "four-colour", "off")
		time.Sleep(3 * time.Second)
		two := reds(alice)
		for suit := range four {
			name := oneEmoji.FindStringSubmatch(suit)
			same := name[2] == "spades" || name[2] == "hearts"
			if two[suit] != same {
				t.Errorf("of four colours %s, of two %v", suit, two)
			}
		}
		for range 2 { // to the flop
			c.acts(alice, bob)
		}
		time.Sleep(3 * time.Second)
		flop := oneEmoji.FindAllString(c.board().Text(), -1)
		if own := reds(bob); len(flop) != 3 || !own[flop[0]] || !own[flop[1]] || !own[flop[2]] {
			t.Errorf("the board has %v, and on bob's panel is %v", flop, own)
		}
		alice.Command(c.channel, "/settings", "text-only", "on")
		if panel := alice.Press(c.channel, "My cards"); c.holds(panel.Text()) != "letters" || !strings.Contains(panel.Text(), "▶") {
			t.Errorf("in letters and words the panel is\n%s", panel.Text())
		}
	})
}

// acts presses Call or Check for the player to act.
func (c *club) acts(people ...*discordtest.Person) {
	c.t.Helper()
	for _, p := range people {
		for line := range strings.Lines(c.board().Text()) {
			if !strings.HasPrefix(line, "▶") || !strings.Contains(line, p.Mention()) {
				continue
			}
			if answer := p.Press(c.channel, "Call"); answer.Err != nil {
				p.Press(c.channel, "Check")
			}
			time.Sleep(2 * time.Second)
			return
		}
	}
	c.t.Fatal("nobody is to act")
}

// A rate limit, an outage or a slow upload of an emoji never delays an answer.
func TestAnAnswerNeverWaitsForAnEmoji(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { withTiles(c); c.painter = touchy{} })
		c.srv.Fail("POST /applications/{app}/emojis", discordtest.Fault{Delay: 4 * time.Second, Times: -1})
		c.sitDown()
		start := time.Now()
		answer := c.call()
		if took := time.Since(start); took > 150*time.Millisecond || answer.Type != discordtest.AnswerUpdate {
			t.Errorf("the answer took %v: %v", took, answer)
		}
	})
}
