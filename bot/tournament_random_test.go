package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
)

// TestARandomTournament has organisers and players do anything that a tournament offers, at any moment: they press all buttons and
// type all commands, while the program restarts, the store loses answers and Discord is slow. At the end no escrow holds a chip, the
// books are even, all got their answers, and the log has no error. Results and the receipts of their hands are proven.
func TestARandomTournament(t *testing.T) {
	t.Parallel()
	for n := range *seeds {
		if n++; *seed != 0 {
			n = *seed
		}
		t.Run(fmt.Sprint("seed ", n), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { randomTournament(t, n) })
		})
		if *seed != 0 {
			return
		}
	}
}

// gala is a tournament in which people do random things.
type gala struct {
	*sitAndGo
	*rand.Rand
	people []*discordtest.Person
	modals []discordtest.Answer
	done   []string // the newest acts
}

func randomTournament(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 40))
	players := any1(r, "2", "3", "3", "4", "6")
	g := &gala{Rand: r, sitAndGo: newSitAndGoAs(t, func(c *club) { c.onPress = r.IntN(2) == 0 },
		"Any cup", any1(r, "300/10/1m", "1500/50/1m", "hyper", "slow"), players, "0", any1(r, "0", "100", "2500"))}
	g.excused, g.overdue, g.restarts = 1000, 1000, true
	for _, name := range []string{"alice", "bob", "carol", "dave", "erin", "frank"} {
		g.people = append(g.people, g.person(name))
	}
	for step := range 300 {
		if g.step(step); t.Failed() {
			break
		}
	}
	g.ends()
}

// step has a person do something, or something happen to the program.
func (g *gala) step(n int) {
	p := g.people[g.IntN(len(g.people))]
	switch d := g.IntN(100); {
	case n < 12 && d < 70:
		g.do(p, "Register", func() discordtest.Answer { return p.Press(g.channel, "Register") })
	case n < 6:
		g.changeOptions()
	case d < 50:
		g.press(p, g.table)
	case d < 62:
		g.press(p, g.channel)
	case d < 74:
		g.play()
	case d < 80:
		g.command(p)
	case d < 83:
		g.changeOptions()
	case d < 85 && len(g.modals) > 0:
		m := any1(g, g.modals...)
		g.do(p, "a modal", func() discordtest.Answer { return p.Submit(m, any1(g, "why not", "100", "1 2", "x", "spring")) })
	case d < 87:
		g.stop()
		time.Sleep(any1(g, 0, time.Second, time.Minute))
		g.start()
		g.note("restart")
	case d < 89:
		g.lose()
	case d < 91:
		g.srv.Fail(any1(g, "POST /channels/{channel}/messages", "PATCH", "POST"), discordtest.Fault{Delay: any1(g, 3*time.Second, 8*time.Second), Times: 1 + g.IntN(3)})
		g.note("slow")
	case d < 92:
		g.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: any1(g, 500, 403, 400), Times: 1 + g.IntN(3)})
		g.note("refused")
	case d < 93:
		g.tearDown()
	default:
		time.Sleep(any1(g, 5*time.Second, 30*time.Second, 90*time.Second, 3*time.Minute))
		g.note("wait")
	}
	time.Sleep(any1(g, 0, 100*time.Millisecond, time.Second, 4*time.Second))
}

// lose makes some commits fail, before or after they reach the store.
func (g *gala) lose() {
	count, after := 1+g.IntN(3), g.IntN(2) == 0
	var left atomic.Int64
	left.Store(int64(count))
	g.note(fmt.Sprint("lose ", count, " ", after))
	g.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
		if left.Add(-1) < 0 {
			return do()
		}
		if after {
			_, _ = do()
		}
		return store.Receipt{}, context.DeadlineExceeded
	})
}

// tearDown deletes a message, or the thread of the table. Play goes on in the newest thread.
func (g *gala) tearDown() {
	if g.IntN(3) == 0 && len(g.threads()) < 4 {
		g.note("delete the thread")
		g.table.Delete()
	} else if at := any1(g, g.channel, g.table); len(at.Messages()) > 0 {
		g.note("delete a message")
		at.DeleteMessage(any1(g, at.Messages()...).ID)
	}
	time.Sleep(10 * time.Second)
	if threads := g.threads(); len(threads) > 0 {
		g.table = threads[len(threads)-1]
	}
}

// note keeps the latest acts.
func (g *gala) note(line string) {
	g.done = append(g.done, time.Now().Format("15:04:05 ")+line)
	g.done = g.done[max(0, len(g.done)-40):]
}

// do has a person do something, and keeps a modal that it opens.
func (g *gala) do(p *discordtest.Person, name string, act func() discordtest.Answer) {
	g.note(p.Name() + ": " + name)
	a := act()
	if a.Modal != nil {
		g.modals = append(g.modals, a)
	}
	if errors.Is(a.Err, discordtest.ErrNoAnswer) {
		g.note("no answer")
	}
}

// press presses any button of the newest messages that a person sees.
func (g *gala) press(p *discordtest.Person, ch *discordtest.Channel) {
	list := p.See(ch)
	var acts []discordtest.Press
	var labels []string
	for _, m := range list[max(0, len(list)-5):] {
		for _, b := range m.Buttons() {
			acts, labels = append(acts, discordtest.Press{Message: m.ID, CustomID: b.CustomID}), append(labels, b.Label)
		}
	}
	if len(acts) == 0 {
		return
	}
	i := g.IntN(len(acts))
	g.do(p, labels[i], func() discordtest.Answer { return p.Forge(ch, acts[i].Message, acts[i].CustomID) })
}

// play has all people press All-in, Call or Check.
func (g *gala) play() {
	for _, p := range g.people {
		for _, label := range []string{any1(g, "All-in", "Fold"), "Call", "Check"} {
			if a := p.Press(g.table, label); a.Err == nil {
				p.Press(g.table, "Confirm")
				g.note(p.Name() + ": " + label)
				break
			}
		}
	}
}

// command types a command.
func (g *gala) command(p *discordtest.Person) {
	struck := "dq player " + g.people[g.IntN(len(g.people))].Name() + " reason spite"
	words := strings.Fields(any1(g, "start", "start", "pause", "resume", "resume", "cancel reason rain", struck, struck+" warning true",
		"status", "standings", "log", "deal", "rebuy", "register", "unregister"))
	p = any1(g, p, g.alice, g.alice)
	ch := any1(g, g.channel, g.table)
	if words[0] == "cancel" && g.IntN(4) > 0 {
		return
	}
	g.do(p, "/tournament "+strings.Join(words, " "), func() discordtest.Answer {
		a := p.Command(ch, "/tournament "+words[0], words[1:]...)
		if a.Modal != nil {
			return p.Submit(a, "why not")
		}
		return a
	})
}

// changeOptions changes settings.
func (g *gala) changeOptions() {
	o := any1(g, []string{"bounty", "40"}, []string{"rebuy-until", "2", "rebuys", "1"}, []string{"start", any1(g, "in 3m", "in 10m", "full"), "min", "2"}, []string{"late", "2", "reentry", "on"},
		[]string{"opens", "in 5m"}, []string{"added", "500"}, []string{"again", "on"}, []string{"event", "on"}, []string{"levels", "hyper"}, []string{"guarantee", "900"}, []string{"players", "2"}, []string{"price", "100"},
		[]string{"late", "2", "reentry", "on", "more", "restart on"}, []string{"late", "2", "more", "no-show refund"},
		[]string{"more", any1(g, "approval on", "approval on", "approval off", "code spring 2", "code spring 0", "approve "+g.person("bob").Mention())})
	g.do(g.alice, strings.Join(o, " "), func() discordtest.Answer { return g.alice.Command(g.channel, "/tournament settings", o...) })
}

// ends mends everything, plays or cancels to the end, and looks at the books.
func (g *gala) ends() {
	g.srv.Mend()
	g.shaky.works()
	g.alice.Grant(discordgo.PermissionManageGuild) // to cancel, also where she plays (T107)
	g.stop()
	g.start()
	time.Sleep(20 * time.Second)
	for n := range 60 {
		if g.over() {
			break
		}
		g.alice.Command(g.channel, "/tournament resume")
		if n > 20 {
			for _, at := range append(g.threads(), g.channel) {
				if at.Archived() {
					continue
				}
				time.Sleep(10 * time.Second) // a person has a budget
				g.alice.Command(at, "/tournament settings", "again", "off")
				if a := g.alice.Command(at, "/tournament cancel", "reason", "late"); a.Modal != nil {
					g.alice.Submit(a, "late")
				}
			}
		}
		g.play()
		time.Sleep(15 * time.Second)
	}
	if !g.over() {
		g.t.Error("a tournament does not end")
	}
	sum := int64(0)
	for a, chips := range g.accounts() {
		if _, escrow := a.Tournament(); escrow && chips != 0 {
			g.t.Errorf("%s holds %d", a, chips)
		}
		sum += chips
	}
	if sum != 0 {
		g.t.Errorf("all accounts add up to %d", sum)
	}
	g.proves()
	for line := range strings.Lines(g.log.String()) {
		if strings.Contains(line, "level=ERROR") {
			g.t.Error(line)
		}
	}
	if g.t.Failed() {
		g.t.Log(strings.Join(g.done, "\n"), "\n", g.lobby(), "\n", g.board())
	}
}

// over reports whether no tournament is open.
func (g *gala) over() bool {
	return strings.Contains(g.alice.Command(g.channel, "/tournament list").Text(), "No tournament is open")
}

// proves checks the files of all results that can be seen, as `cardroom verify` does.
func (g *gala) proves() {
	for _, at := range append(g.threads(), g.channel) {
		for _, m := range at.Messages() {
			for _, a := range m.Attachments {
				if a.Filename != "cardroom-tournament.json" {
					continue
				}
				r, err := proof.Read(g.file(a))
				if err != nil {
					g.t.Error(err)
				} else if report := proof.Verify(r, proof.Seen{Hands: g.receipts(at, r)}); len(report.Faults) > 0 {
					g.t.Errorf("%d commands: %q", len(r.Commands), report.Faults)
				} else {
					g.t.Logf("a result of %d commands and %d hands is proven: %q", len(r.Commands), handsOf(r), report.Proven)
				}
			}
		}
	}
}

// receipts returns those of the hands of a tournament. Its thread may be archived, until someone types a message.
func (g *gala) receipts(at *discordtest.Channel, r *proof.Result) (hands []fair.Entry) {
	if _, err := g.alice.Say(at, "good game"); err != nil {
		g.t.Error(err)
	}
	const most = 64 // of a command
	for first := 1; first <= handsOf(r); first += most {
		a := g.alice.Command(at, "/verify", "hands", fmt.Sprintf("%d-%d", first, min(first+most-1, handsOf(r))))
		if a.Message == nil || len(a.Message.Attachments) == 0 {
			g.t.Errorf("/verify has no receipts from hand %d on: %s %v", first, a.Text(), a.Err)
			continue
		}
		for _, file := range files(g.t, g.club, a) {
			more, err := fair.ReadSeries(file)
			if err != nil {
				g.t.Error(err)
			}
			hands = append(hands, more...)
		}
	}
	return hands
}
