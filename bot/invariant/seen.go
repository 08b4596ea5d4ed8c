package invariant

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"cardroom/bot/discordtest"
	"cardroom/engine"
	"cardroom/store"
)

func decimal(id engine.ID) string { return strconv.FormatUint(uint64(id), 10) }

// Books checks the accounts of a guild.
func (w *Watch) Books(ctx context.Context, st store.Store, guild engine.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.books(ctx, st, guild)
}

func (w *Watch) books(ctx context.Context, st store.Store, guild engine.ID) {
	accounts, err := st.Accounts(ctx, guild)
	if err != nil {
		w.Fail("I1", "cannot read the accounts: %v", err)
		return
	}
	sum := int64(0)
	for account, chips := range accounts {
		sum += chips
		if chips < 0 && account != store.Mint && account != store.Practice && account != store.Free && account != store.House {
			w.Fail("I2", "%s has %d", account, chips)
		}
	}
	if sum != 0 {
		w.Fail("I1", "all accounts of guild %d make %d: %v", guild, sum, accounts)
	}
}

var (
	heading  = regexp.MustCompile(`^#(\d+)`)
	deadline = regexp.MustCompile(`<t:\d+:R>`)
)

// See checks a version of a message.
func (w *Watch) See(m discordtest.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	acting := 0
	for line := range strings.Lines(m.Text()) {
		if !strings.HasPrefix(line, "▶") {
			continue
		}
		if acting++; len(deadline.FindAllString(line, -1)) > 1 {
			w.Fail("I5", "two deadlines: %s", line)
		}
	}
	if acting > 1 {
		w.Fail("I5", "%d players are to act:\n%s", acting, m.Text())
	}
	channel, _ := strconv.ParseUint(m.ChannelID, 10, 64)
	for k, t := range w.tables {
		if uint64(k.Channel) == channel {
			w.seen(t, m)
			w.said(t, m)
		}
	}
}

// seen compares the cards of a public board with the stored ones: those of its text, and those of its picture's.
func (w *Watch) seen(t *table, m discordtest.Message) {
	if m.Ephemeral {
		return
	}
	for _, text := range append(m.Alts(), m.Text()) {
		found := heading.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		n, _ := strconv.ParseInt(found[1], 10, 64)
		h := t.hand(n)
		for _, c := range cardsIn(text) {
			if !h.public[c] {
				w.Fail("I6", "hand %d shows %s, which no stored event does:\n%s", n, c, text)
			}
		}
	}
}

var buttonID = regexp.MustCompile(`"custom_id":"v1:(\d+):(\d+):(\d+):`)

// Sent checks a request before the program sends it: its buttons are for a stored decision.
func (w *Watch) Sent(body []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range buttonID.FindAllSubmatch(body, -1) {
		var n [3]int64
		for i := range n {
			n[i], _ = strconv.ParseInt(string(f[1+i]), 10, 64)
		}
		for k, t := range w.tables {
			if int64(k.Channel) == n[0] && (engine.Turn{Hand: n[1], Action: n[2]}).After(t.turn) {
				w.Fail("I6", "a button for hand %d, decision %d is sent, and stored are %d, %d", n[1], n[2], t.turn.Hand, t.turn.Action)
			}
		}
	}
}

// End makes the checks that need a stopped program: each hand with a commitment has ended, except the last one of each
// table.
func (w *Watch) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for k, t := range w.tables {
		for n, h := range t.hands {
			if h.committed && !h.ended && n < t.turn.Hand {
				w.Fail("I7", "table %d: hand %d never ended", k.Channel, n)
			}
		}
	}
}

// History checks the finished hands of a table: none is missing, and each has its proof.
func (w *Watch) History(ctx context.Context, st store.Store, k store.Key) {
	hands, err := st.Hands(ctx, k, 0, store.DefaultHistory)
	if err != nil {
		w.Fail("I7", "cannot read the history: %v", err)
	}
	for i, h := range hands {
		if i > 0 && hands[i-1].Number != h.Number+1 {
			w.Fail("I7", "table %d: after hand %d comes %d", k.Channel, h.Number, hands[i-1].Number)
		}
		if w.HasProof == nil {
			continue
		}
		if ok, err := w.HasProof(k, h); !ok || err != nil {
			w.Fail("I7", "table %d: hand %d has no proof: %v", k.Channel, h.Number, err)
		}
	}
}
