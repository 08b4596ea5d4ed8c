package bot_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/store"
)

// TestTalk plays the scripts of testdata/talk. They have the acts, the visible results and their cost. A line that begins
// with ">" is an act; its results follow, rewritten by -update. A line "# seed 12" chooses other cards, and a line
// "# pictures" a painter for the boards. In a script with a line "# panels" panels come by themselves; in the others they
// come on a press.
func TestTalk(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("testdata/talk/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for n, file := range scripts {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		inTournament := strings.HasPrefix(name, "tournament")
		if testing.Short() && n%5 != 0 { // enough for the race detector
			continue
		}
		t.Run(name, func(t *testing.T) {
			play := func(t *testing.T) { playTalk(t, file, 1) }
			switch {
			case inTournament && testing.Short(): // the race detector changes the order, too: it alone has to find nothing
				synctest.Test(t, func(t *testing.T) { playScript(t, readTalk(t, file)) })
			case inTournament: // edits in two channels at one moment: their order is the scheduler's
				onOneCore(t, func(t *testing.T) { playTalk(t, file, 3) })
			default:
				play(t)
			}
		})
	}
}

// script is one play of a script.
type script struct {
	*club
	shown  map[string]string // public messages as last printed, by id.
	order  []string
	panels map[string]string     // private messages as last printed, by id
	people []*discordtest.Person // they acted, in this order
	modal  discordtest.Answer
	last   discordtest.Answer
	old    []discordtest.Message // messages that a person remembers
	out    strings.Builder
	takes  time.Duration        // the least duration of a step
	even   time.Duration        // of which the duration of a step is a multiple
	before *discordtest.Channel // where people were before they went to a thread
}

func playScript(t *testing.T, text string) string { return playScriptAs(t, text, func(*club) {}) }

// playScriptAs works like playScript, at a club with changes.
func playScriptAs(t *testing.T, text string, how func(*club)) string {
	var secrets uint64
	if _, after, ok := strings.Cut(text, "\n# seed "); ok { // for cards that the script needs
		fmt.Sscan(after, &secrets)
	}
	s := &script{club: openAs(t, func(c *club) {
		c.seed, c.made = secrets, nil
		if strings.Contains(text, "\n# beacon\n") { // its hands have one
			c.beacon = beacontest.New(3)
		}
		if strings.Contains(text, "\n# pictures\n") {
			c.painter = still{}
		}
		c.onPress = !strings.Contains(text, "\n# panels\n")
		how(c)
	}), shown: map[string]string{}, panels: map[string]string{}, takes: 1400 * time.Millisecond, even: 1}
	if strings.Contains(text, "> alice /tournament create") {
		s.takes, s.even = 1200*time.Millisecond, 700*time.Millisecond // 1.4 s, as elsewhere, with time to spare
	}
	if strings.Contains(text, "/watch mirror channel:") { // its scripts expect a later clock
		s.takes = 4 * time.Second
	}
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#"):
			s.out.WriteString(line)
		case strings.HasPrefix(line, "> "):
			s.step(strings.TrimSpace(line[2:]))
		}
	}
	return s.out.String()
}

// step does one line, waits until everything settles, and writes down the visible results and the cost.
func (s *script) step(line string) {
	fmt.Fprintf(&s.out, "\n> %s\n", line)
	requests, commits := s.srv.RequestCount(), s.store.commits.Load()
	who, action, _ := strings.Cut(line, " ")
	if who == "wait" {
		d, err := time.ParseDuration(action)
		if err != nil {
			s.t.Fatal(err)
		}
		time.Sleep(d)
		synctest.Wait()
	} else if who == "discord" {
		s.discord(action)
		s.settle()
	} else if who == "store" {
		s.stored(action)
	} else if who == "everyone" { // "goes to the thread" that was made last, "goes back" to the channel, "goes to a new channel"
		s.moves(action)
	} else if who == "beacon" { // "is away", "is back"
		s.beacon.Break(beacontest.All, map[string]beacontest.Fault{"is away": beacontest.Status500, "is back": beacontest.OK}[action])
	} else if who == "restart" {
		s.stop()
		s.start()
		s.settle()
	} else {
		p := s.person(who)
		if !slices.ContainsFunc(s.people, func(q *discordtest.Person) bool { return q.ID() == p.ID() }) {
			s.people = append(s.people, p)
		}
		answer := s.do(p, action)
		s.last = answer
		s.settle()
		s.private(who, answer)
	}
	s.public()
	if !s.onPress {
		s.ownMessages()
	}
	fmt.Fprintf(&s.out, "(%d requests, %d commits)\n", s.srv.RequestCount()-requests, s.store.commits.Load()-commits)
}

// moves has all people act in the newest thread of the club's channel, or in the channel itself again.
func (s *script) moves(action string) {
	switch list := s.threads(); {
	case action == "goes to a new channel":
		s.before, s.channel = s.channel, s.guild.Channel("hall")
	case action == "goes back" && s.before != nil:
		s.channel = s.before
	case action == "goes to the thread" && len(list) > 0:
		s.before, s.channel = s.channel, list[len(list)-1]
	default:
		s.t.Fatalf("nobody %s", action)
	}
}

// settles is how long a step waits for messages at most. If Discord or the store fails for good, they never show their
// newest content.
const settles = 3 * time.Second

// settle waits until all messages show their newest content. A step in a tournament takes whole units of time. A lobby changes once in
// five seconds: a tenth of a second more in each step would move its change to another one.
func (s *script) settle() {
	begin := time.Now()
	defer func() {
		if over := time.Since(begin) % s.even; over > 0 {
			time.Sleep(s.even - over)
			synctest.Wait()
		}
	}()
	time.Sleep(s.takes)
	synctest.Wait()
	for end := time.Now().Add(settles); s.life != nil && !s.life.bot.Idle() && time.Now().Before(end); synctest.Wait() {
		time.Sleep(100 * time.Millisecond)
	}
}

// discord does an act of Discord: "fails METHOD PATH as FAULT", once, or with "always" in front; "mends" it; "forbids
// attaching", "forbids threads", "forbids events", "forbids sending", "forbids seeing", "forbids nothing"; "speaks LOCALE", as the server's own; "removes the
// bot", "brings the bot back"; "deletes the board", "deletes the channel", "deletes the thread"; "hides the channel" from everyone, "shows the
// channel"; "repeats" the last press or command. In the other channel, where a board may be mirrored, it "silences the
// lobby" for people and "opens the lobby", "forbids the lobby" or "forbids seeing the lobby" to the bot and "allows the
// lobby", "deletes the mirror", "deletes the lobby".
func (s *script) discord(action string) {
	once := 1
	if rest, always := strings.CutPrefix(action, "always "); always {
		action, once = rest, -1
	}
	if spec, ok := strings.CutPrefix(action, "fails "); ok {
		match, as, _ := strings.Cut(spec, " as ")
		f, known := faults[as]
		if !known {
			s.t.Fatalf("no such fault: %s", as)
		}
		f.Times = once
		s.srv.Fail(match, f)
		return
	}
	if locale, ok := strings.CutPrefix(action, "speaks "); ok {
		s.guild.SetLocale(locale)
		return
	}
	switch action {
	case "mends":
		s.srv.Mend()
	case "forbids nothing":
		s.channel.BotLacks(0)
	case "forbids attaching":
		s.channel.BotLacks(discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory)
	case "forbids threads":
		s.channel.BotLacks(discordgo.PermissionCreatePublicThreads)
	case "forbids events":
		s.channel.BotLacks(discordgo.PermissionCreateEvents)
	case "forbids sending":
		s.channel.BotLacks(discordgo.PermissionSendMessages)
	case "forbids seeing":
		s.channel.BotLacks(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	case "removes the bot":
		s.guild.RemoveBot()
	case "brings the bot back":
		s.guild.AddBot()
	case "deletes the board":
		m, _ := s.channel.Last()
		s.channel.DeleteMessage(m.ID)
	case "deletes the thread":
		list := s.threads()
		list[len(list)-1].Delete()
	case "deletes the channel":
		s.channel.Delete()
	case "hides the channel":
		s.channel.Deny(discordgo.PermissionViewChannel)
	case "shows the channel":
		s.channel.Deny(0)
	case "silences the lobby":
		s.guild.Channel("lobby").Deny(discordgo.PermissionSendMessages)
	case "opens the lobby":
		s.guild.Channel("lobby").Deny(0)
	case "forbids the lobby":
		s.guild.Channel("lobby").BotLacks(discordgo.PermissionSendMessages)
	case "forbids seeing the lobby":
		s.guild.Channel("lobby").BotLacks(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	case "allows the lobby":
		s.guild.Channel("lobby").BotLacks(0)
	case "deletes the mirror":
		m, _ := s.guild.Channel("lobby").Last()
		s.guild.Channel("lobby").DeleteMessage(m.ID)
	case "deletes the lobby":
		s.guild.Channel("lobby").Delete()
	case "repeats":
		s.last.Interaction().Redeliver()
	default:
		s.t.Fatalf("Discord cannot: %s", action)
	}
}

// stored does an act of the store: "fails", "works" again, "damages" every table that is read, "damages hand N" whenever that is read,
// "drops hands to N", or "loses hand N" alone.
func (s *script) stored(action string) {
	if number, ok := strings.CutPrefix(action, "damages hand "); ok {
		s.shaky.update(func() { s.shaky.hands = flippedHand(number) })
		return
	}
	if s.shaky.lacks(s.t, action) {
		return
	}
	switch action {
	case "fails":
		s.shaky.fails(true)
		s.shaky.update(func() {
			s.shaky.pay = func(commitFunc) (store.Receipt, error) { return store.Receipt{}, context.DeadlineExceeded }
			s.shaky.setNote = func(context.Context) error { return context.DeadlineExceeded }
			s.shaky.wallet = func() error { return context.DeadlineExceeded }
		})
	case "works":
		s.shaky.works()
		s.shaky.update(func() { s.shaky.pay, s.shaky.setNote, s.shaky.wallet = nil, nil, nil })
		s.settle()
	case "damages":
		s.shaky.update(func() {
			s.shaky.read = func(r store.Record, err error) (store.Record, error) {
				if err != nil {
					return r, err
				}
				return flipped(r)
			}
		})
	default:
		s.t.Fatalf("the store cannot: %s", action)
	}
}

// faults maps names to faulty answers of Discord.
var faults = map[string]discordtest.Fault{
	"500":            {Status: 500, Body: `{"message": "500: Internal Server Error", "code": 0}`},
	"502":            {Status: 502, Body: "<html>bad gateway</html>"},
	"503, done":      {Status: 503, Body: "upstream", Applied: true},
	"silence":        {Silent: true},
	"silence, done":  {Silent: true, Applied: true},
	"slowness":       {Delay: 4 * time.Second},
	"a limit":        discordtest.TooMany(3*time.Second, "user"),
	"a shared limit": discordtest.TooMany(3*time.Second, "shared"),
	"a global limit": discordtest.TooMany(3*time.Second, "global"),
	"a ban":          discordtest.Banned(5 * time.Second),
	"expired token":  discordtest.Refusal(401, 50027, "Invalid Webhook Token"),
	"too late":       discordtest.Refusal(404, 10062, "Unknown interaction"),
	"no threads":     discordtest.Refusal(400, 50024, "Cannot execute action on this channel type"),
	"1000 threads":   discordtest.Refusal(400, 160006, "Maximum number of active threads reached"),
	"no channel":     discordtest.Refusal(404, 10003, "Unknown Channel"),
	"100 events":     discordtest.Refusal(400, 30038, "Maximum number of guild scheduled events reached (100)"),
	"answered":       discordtest.Refusal(400, 40060, "Interaction has already been acknowledged."),
	"too old":        discordtest.Refusal(429, 30046, "Maximum number of edits to messages older than 1 hour reached."),
}

// do reads "presses LABEL", "chooses VALUES" (of the newest menu), "types AMOUNT" (into the modal that is open, its inputs between bars), "writes TEXT", "looks" (at the
// newest message with a menu), "reads" (the newest that they alone see), "completes COMMAND OPTION with TEXT", "remembers" (their view), "presses old LABEL" (of the view
// remembered last), "may manage", "may manage the server", "may not write", "may nothing", "has ROLE", "speaks LOCALE", or a slash command,
// "elsewhere" in another channel.
func (s *script) do(p *discordtest.Person, action string) discordtest.Answer {
	verb, rest, _ := strings.Cut(action, " ")
	switch {
	case strings.HasPrefix(action, "/"):
		answer := s.command(p, s.channel, action)
		if answer.Modal != nil {
			s.modal = answer
		}
		return answer
	case verb == "elsewhere":
		return s.command(p, s.guild.Channel("lobby"), rest)
	case action == "remembers":
		s.old = p.See(s.channel)
		return discordtest.Answer{}
	case strings.HasPrefix(action, "presses old "):
		_, label, _ := strings.Cut(rest, " ")
		for _, m := range slices.Backward(s.old) {
			if answer := p.PressOn(&m, label); !errors.Is(answer.Err, discordtest.ErrNotThere) {
				return answer
			}
		}
	case verb == "presses":
		answer := p.Press(s.channel, rest)
		if answer.Modal != nil {
			s.modal = answer
		}
		return answer
	case verb == "chooses":
		return p.Choose(s.channel, "", strings.Fields(rest)...)
	case verb == "writes":
		_, err := p.Say(s.channel, rest)
		return discordtest.Answer{Err: err}
	case verb == "types":
		return p.Submit(s.modal, strings.Split(rest, " | ")...)
	case verb == "completes":
		path, typed, _ := strings.Cut(rest, " with ")
		at := strings.LastIndex(path, " ")
		for _, c := range p.Autocomplete(s.channel, path[:at], path[at+1:], typed) {
			fmt.Fprintf(&s.out, "    %s = %v\n", c.Name, c.Value)
		}
		return discordtest.Answer{}
	case action == "looks":
		for _, m := range slices.Backward(p.See(s.channel)) {
			if len(m.Menus()) > 0 {
				return discordtest.Answer{Type: discordtest.AnswerMessage, Message: &m}
			}
		}
	case action == "reads":
		for _, m := range slices.Backward(p.See(s.channel)) {
			if m.Ephemeral {
				return discordtest.Answer{Type: discordtest.AnswerMessage, Message: &m}
			}
		}
	case action == "may manage":
		p.Grant(discordgo.PermissionManageChannels)
		return discordtest.Answer{}
	case action == "may manage the server":
		p.Grant(discordgo.PermissionManageGuild)
		return discordtest.Answer{}
	case action == "may not write":
		p.Revoke(discordgo.PermissionSendMessages)
		return discordtest.Answer{}
	case action == "may nothing":
		p.Revoke(discordgo.PermissionManageGuild | discordgo.PermissionManageChannels)
		return discordtest.Answer{}
	case verb == "has":
		p.AddRole(s.guild.Role(rest))
		return discordtest.Answer{}
	case verb == "speaks":
		p.SetLocale(rest)
		return discordtest.Answer{}
	}
	s.t.Fatalf("no such step: %s", action)
	return discordtest.Answer{}
}

// command splits "/table open seats:6" into the command and its options. A value may have spaces.
func (s *script) command(p *discordtest.Person, where *discordtest.Channel, line string) discordtest.Answer {
	var path, options []string
	for word := range strings.FieldsSeq(line) {
		name, value, ok := strings.Cut(word, ":")
		switch {
		case ok && name[:1] >= "a":
			options = append(options, name, value)
		case len(options) > 0:
			options[len(options)-1] += " " + word
		default:
			path = append(path, word)
		}
	}
	return p.Command(where, strings.Join(path, " "), options...)
}

func (s *script) private(who string, a discordtest.Answer) {
	switch {
	case a.Err != nil:
		fmt.Fprintf(&s.out, "%s cannot: %s\n", who, strings.TrimPrefix(a.Err.Error(), "discordtest: "))
	case a.Modal != nil:
		fmt.Fprintf(&s.out, "%s is asked: %s\n", who, a.Modal)
	case a.Type == discordtest.AnswerMessage && a.Message != nil && a.Message.Ephemeral:
		fmt.Fprintf(&s.out, "%s alone sees:\n%s\n", who, indent(a.Message.String()))
	case a.Type == discordtest.AnswerUpdate && a.Message != nil && a.Message.Ephemeral:
		fmt.Fprintf(&s.out, "%s alone sees the message change:\n%s\n", who, indent(a.Message.String()))
	case a.Type == discordtest.AnswerUpdate:
		fmt.Fprintf(&s.out, "%s's answer is the message\n", who)
	case a.Type == discordtest.AnswerAcknowledged:
		fmt.Fprintf(&s.out, "%s sees nothing\n", who)
	}
}

// ownMessages writes the private messages that came, changed or went otherwise than as the answer to this step.
func (s *script) ownMessages() {
	for _, p := range s.people {
		now := map[string]bool{}
		for _, m := range p.See(s.channel) {
			if !m.Ephemeral {
				continue
			}
			now[m.ID] = true
			text, answer := m.String(), s.last.Message
			was, known := s.panels[m.ID]
			s.panels[m.ID] = text
			if text == was || answer != nil && answer.ID == m.ID && answer.String() == text {
				continue
			}
			how := map[bool]string{false: "by itself comes", true: "by itself changes"}[known]
			fmt.Fprintf(&s.out, "%s:\n%s\n", how, indent(text))
		}
		for id, text := range s.panels {
			if head, _, _ := strings.Cut(text, ":"); !now[id] && head == "cardroom to "+p.Name()+" only" {
				fmt.Fprintf(&s.out, "a message to %s alone is gone: %q\n", p.Name(), text)
				delete(s.panels, id)
			}
		}
	}
}

// public writes the new, changed and deleted public messages, in the channel and in others.
func (s *script) public() {
	now := map[string]bool{}
	for _, ch := range s.guild.Channels() {
		where := ""
		if ch.ID() != s.channel.ID() {
			where = "in #" + ch.Name() + " "
		}
		var seen []string
		for _, m := range ch.Messages() {
			now[m.ID] = true
			text := m.String()
			if where != "" {
				text = seconds.ReplaceAllString(text, "<some s>")
			}
			if s.shown[m.ID] == text {
				continue
			}
			how := where + "everyone sees the message change"
			if _, known := s.shown[m.ID]; !known {
				how = where + "everyone sees a new message"
				s.order = append(s.order, m.ID)
			}
			s.shown[m.ID] = text
			seen = append(seen, fmt.Sprintf("%s:\n%s\n", how, indent(text)))
		}
		if where != "" { // messages elsewhere wait for the table's own requests, and so may come in another order
			slices.Sort(seen)
		}
		s.out.WriteString(strings.Join(seen, ""))
	}
	for _, id := range s.order {
		if _, shown := s.shown[id]; shown && !now[id] {
			fmt.Fprintf(&s.out, "a message is gone: %q\n", s.shown[id])
			delete(s.shown, id)
		}
	}
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
