package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/invariant"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render/locale"
	"cardroom/store"
)

// watch records which cards the store has made public.
type watch struct {
	mu     sync.Mutex
	away   time.Time // until when the store fails
	asked  int
	hand   int64
	starts []time.Time               // of the hands
	public map[int64]map[string]bool // by hand, the cards that everyone may see
}

// commit records the public events of a change, and in an outage loses the answer, or the change.
func (w *watch) commit(ctx context.Context, c store.Change, do commitFunc) (store.Receipt, error) {
	w.mu.Lock()
	for _, e := range c.Events {
		if e.Kind == engine.HandStarted {
			w.hand = e.Hand
			w.starts = append(w.starts, time.Now())
		}
		for _, held := range e.Cards {
			if held != card.None {
				w.show(e.Hand, held.String())
			}
		}
	}
	away := time.Now().Before(w.away)
	w.asked++
	how := w.asked % 3
	w.mu.Unlock()
	switch {
	case away && how == 0:
		do()
		return loseReply(ctx)
	case away && how == 1:
		return store.Receipt{}, errors.New("the disk is full")
	case away:
		return loseReply(ctx)
	}
	return do()
}

// load sometimes fails in an outage.
func (w *watch) load() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked++; time.Now().Before(w.away) && w.asked%2 == 0 {
		return errors.New("the disk is gone")
	}
	return nil
}

// fail starts an outage of the store.
func (w *watch) fail(length time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.away = time.Now().Add(length)
}

// now returns the number of the running or last hand.
func (w *watch) now() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hand
}

func (w *watch) show(hand int64, card string) {
	if w.public[hand] == nil {
		w.public[hand] = map[string]bool{}
	}
	w.public[hand][card] = true
}

// books checks that all chips have an owner, that none are on a table, and that no player owes any.
func (r *rabble) books() {
	id, _ := strconv.ParseUint(r.guild.ID(), 10, 64)
	accounts, err := r.store.Accounts(context.Background(), engine.ID(id))
	if err != nil {
		r.t.Fatal(err)
	}
	sum := int64(0)
	for a, chips := range accounts {
		sum += chips
		if _, person := a.Person(); person && chips < 0 || strings.Contains(string(a), r.channel.ID()) && chips != 0 {
			r.t.Errorf("%s has %d", a, chips)
		}
	}
	if sum != 0 {
		r.t.Errorf("all accounts make %d: %v", sum, accounts)
	}
	for _, a := range []store.Account{store.Practice, store.Free} {
		if chips := accounts[a]; chips != 0 {
			r.t.Errorf("%d chips of %s went where they did not come from: %v", -chips, a, accounts)
		}
	}
}

var (
	oneCard = regexp.MustCompile(`(10|[2-9JQKA])[♠♥♦♣]`)
	heading = regexp.MustCompile(`#(\d+)`)
	outage  = regexp.MustCompile(`the disk is|deadline exceeded|not confirmed yet|moved on`)
)

// secrets checks every card in messages: it is public, or only one person sees it.
func (r *rabble) secrets(list []discordtest.Message) {
	r.watch.mu.Lock()
	defer r.watch.mu.Unlock()
	owners := map[string]string{}
	for _, m := range list {
		texts := append(m.Alts(), m.Text())
		for _, e := range m.History {
			old := m
			old.Content, old.Embeds, old.Components, old.Attachments = e.Content, e.Embeds, e.Components, nil
			texts = append(append(texts, old.Alts()...), old.Text())
		}
		for _, text := range texts {
			hand := r.watch.handOf(m, text)
			for _, c := range oneCard.FindAllString(invariant.Signs(text), -1) {
				holder := fmt.Sprint(hand, " ", c)
				switch owner := owners[holder]; {
				case r.watch.public[hand][c]:
				case !m.Ephemeral:
					r.t.Errorf("step %d: everyone sees %s of hand %d:\n%s", r.steps, c, hand, text)
				case owner != "" && owner != m.For:
					r.t.Errorf("%s and %s both see %s of hand %d:\n%s", owner, m.For, c, hand, text)
				default:
					owners[holder] = m.For
				}
			}
		}
	}
}

// handOf returns the hand of a message: the one it names, or the one that was running when it was sent.
func (w *watch) handOf(m discordtest.Message, text string) int64 {
	if found := heading.FindStringSubmatch(text); found != nil {
		n, _ := strconv.ParseInt(found[1], 10, 64)
		return n
	}
	hand := int64(0)
	for _, start := range w.starts {
		if start.Before(m.Created) {
			hand++
		}
	}
	return hand
}

// checkWords checks the log: it has no cards and no unexpected errors.
func (r *rabble) checkWords() {
	r.stop()
	for line := range strings.Lines(r.log.String()) {
		expected := outage.MatchString(line)
		if oneCard.MatchString(line) || strings.Contains(line, "level=ERROR") && !expected {
			r.t.Error("the log says ", line)
		}
	}
	r.start()
}

// leftovers checks the leftovers of the last commit in the channel. No message mentions a player, except the notice to followers
// that the table closed, and no message has buttons. Of a mirror one message is left, which mentioned no user.
func (r *rabble) leftovers() {
	for _, m := range r.channel.Messages() {
		if len(m.Notified) > 0 && !isEnd(m) || len(m.Buttons()) > 0 {
			r.t.Errorf("after the end there is still\n%s", m)
		}
	}
	for _, m := range r.lobby().Log() {
		if len(m.Notified) > 0 || len(m.Buttons()) > 0 {
			r.t.Errorf("in the lobby there was\n%s", m)
		}
	}
}

// notices returns how many notices to followers about a hand are kept.
func (r *rabble) notices() (n int) {
	for _, m := range r.channel.Log() {
		if strings.Contains(m.Content, "an all-in is called") || strings.Contains(m.Content, "more than 50 big blinds") {
			n++
		}
	}
	return n
}

// isEnd reports whether a message is the notice that the table is closed, in any language.
func isEnd(m discordtest.Message) bool {
	return slices.ContainsFunc(locale.Languages(), func(l *locale.Lang) bool {
		start, _, _ := strings.Cut(string(l.Watch.End), "{")
		return start != "" && strings.HasPrefix(m.Content, start)
	})
}

// answerRequests makes the host approve or decline the requests for chips.
func (r *rabble) answerRequests() {
	host := r.people[0]
	panel := host.Command(r.channel, "/table settings")
	if panel.Message == nil {
		return
	}
	for _, b := range panel.Message.Buttons() {
		if verb := strings.Split(b.CustomID, ":")[4]; strings.HasPrefix(verb, "yes ") || strings.HasPrefix(verb, "no ") && r.IntN(3) == 0 {
			r.do(host, discordtest.Press{Message: panel.Message.ID, CustomID: b.CustomID, Forged: true})
		}
	}
}

// forgets makes a person leave and ask to be forgotten, unless a running hand or a followed table prevents it.
func (r *rabble) forgets(p *discordtest.Person) {
	p.Command(r.channel, "/leave")
	confirmation := p.Command(r.channel, "/settings", "forget", "true")
	if confirmation.Message != nil && len(confirmation.Message.Buttons()) > 0 {
		r.forgotten++
		r.do(p, discordtest.Press{Message: confirmation.Message.ID, CustomID: confirmation.Message.Buttons()[0].CustomID, Forged: true})
	}
}
