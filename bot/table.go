package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// staleAsk is how long what somebody asked for is still worth doing: the store may have been away meanwhile.
const staleAsk = 10 * time.Second

// take is the job of an ask: it happens at most once, at a table that may or may not be open.
func (a *actor) take(k *ask) {
	id := snowflake(k.id)
	switch asks := k.kind != asksChoices; {
	case asks && a.taken.again(id):
		return
	case asks && id <= a.taken.earlier:
		a.bot.nod(k)
		return
	}
	a.record.Latest = max(a.record.Latest, id) // stored with the next commit: what was refused until then would be again
	if k.guildLocale != "" {
		a.record.Locale = k.guildLocale
	}
	a.bot.address(k)
	a.meet(k)
	a.hear(k)
	switch {
	case time.Since(k.arrived) > staleAsk:
		return // whoever asked was told long ago that it may not happen, and may have thought again
	case a.unreadable:
		a.bot.tellUnreadable(k)
	case a.shut && !a.admitted(k):
	case k.kind == asksPress:
		a.press(k)
	case k.kind == asksModal:
		a.submit(k)
	case k.kind == asksChoices:
		a.bot.offer(k, a.choices(k))
	case k.path == "table open":
		a.open(k)
	case a.version == 0:
		a.bot.noTable(k)
	default:
		a.command(k)
	}
}

// command does a slash command at an open table.
func (a *actor) command(k *ask) {
	switch k.path {
	case "fold", "check", "call", "allin":
		a.typed(k)
	case "bet", "raise":
		a.wager(k)
	case "draw":
		a.exchange(k, k.options["discard"], a.view().Turn)
	case "clock":
		a.callClock(k)
	case "cut":
		a.cut(k)
	case "straddle":
		a.straddle(k)
	case "runit":
		times, _ := strconv.ParseInt(k.options["times"], 10, 64) // what is no number is refused as 0
		a.runIt(k, a.view().Hand, times)
	case "show":
		a.showCards(k, a.view().Turn, allCards)
	case "cards":
		a.openPanel(k)
	case "sit":
		a.sit(k)
	case "leave":
		a.leave(k)
	case "topup":
		a.topUp(k, "amount")
	case "sitout":
		a.sitOut(k)
	case "sitin":
		a.sitIn(k)
	case "help":
		s := a.scene(k.user, k.lang)
		a.bot.tell(k, text.Help(s, text.Now(s, a.mayHost(k))...))
	case "ledger":
		a.ledger(k)
	case "watch follow":
		a.follow(k)
	case "watch mirror":
		a.mirrorTo(k)
	case "table status":
		a.knowing(k.user, func() { a.status(k) })
	case "table settings", "table pause", "table resume", "table close", "table bot add", "table bot remove",
		"table kick", "table host", "table log", "table preset":
		a.host(k)
	default:
		a.bot.tell(k, string(k.lang.Say.Unknown))
	}
}

// wager is /bet and /raise. A bet where somebody has bet already may be meant for another board, so it is not made.
func (a *actor) wager(k *ask) {
	option := map[string]string{"bet": "amount", "raise": "to"}[k.path]
	v := a.table.View(k.user)
	if s, seated := v.SeatOf(k.user); seated && v.ToAct == s.Seat && k.path == "bet" && !v.Legal.Bet {
		a.bot.tell(k, k.lang.Say.UseRaise.Format("amount", k.lang.Chips(v.Legal.High)))
		return
	}
	a.raiseTo(k, k.options[option], v.Turn)
}

// open makes a table of the channel.
func (a *actor) open(k *ask) {
	switch {
	case !a.bot.mayOpen(k):
		a.bot.tell(k, text.MayNotOpen(k.lang, a.bot.house(k.key.Guild).Opener))
		return
	case a.version != 0:
		a.bot.tell(k, string(k.lang.Say.TableExists))
		return
	}
	missing, blind := lacking(k)
	if blind {
		a.bot.tell(k, k.lang.Say.BotMay.Format("list", strings.Join(missing, ", ")))
		return
	}
	rules, err := readRules(k)
	if err != nil {
		a.refuse(k, err)
		return
	}
	t, err := engine.New(rules)
	if err != nil {
		a.refuse(k, err)
		return
	}
	t, counted, err := a.numbered(t)
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.carrier, a.board = nil, nil
	a.posting.over()
	r := record{Host: k.user, Session: time.Now().UnixMilli(), Shuffle: counted, Locale: k.guildLocale}
	r.Deeds = append(r.Deeds, text.AuditEntry{At: engine.At(time.Now()), By: k.user, What: text.DidOpen})
	if err := a.commit(k.id, t, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	content := k.lang.Say.Opened.Format("game", render.Game(k.lang, rules))
	if rules.MinBuyIn < shortBelow*rules.BigBlind { // R4
		content += "\n" + k.lang.Say.ShortBuyIn.Format("amount", k.lang.Chips(shortBelow*rules.BigBlind))
	}
	if len(missing) > 0 {
		content += "\n" + k.lang.Say.BotWants.Format("list", strings.Join(missing, ", "))
	}
	a.bot.tell(k, content)
}

// numbered goes on counting hands where the channel's last table stopped: a hand is known by its channel and number. So
// do the transcripts go on, the count of void hands, and the seals.
func (a *actor) numbered(t engine.Table) (engine.Table, shuffle, error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	last, err := a.bot.store.Hands(ctx, a.key, 0, 1)
	if err != nil {
		return t, shuffle{}, errors.Join(errUnknown, err)
	}
	var s shuffle
	if len(last) > 0 {
		f, err := a.bot.openHand(a.key, last[0])
		if err != nil { // a channel does not lose its table to a hand that was damaged, or to a new key
			a.log.Error("the transcripts of the channel begin anew", "err", err)
		}
		t, s.Last, s.Voids = t.Following(last[0].Number), f.Last, f.Voids
	}
	if err := a.takeSeals(&s, t.View(0).Turn.Hand+1); err != nil {
		return t, shuffle{}, errors.Join(errUnknown, err)
	}
	return t, s, nil
}

// statusGap is how often /table status may post the board again.
const statusGap = 30 * time.Second

// status posts the board anew at the bottom of the channel, or says where it is; who wants text only is told it alone.
func (a *actor) status(k *ask) {
	if own, _ := a.bot.tastes.of(k.user); own.TextOnly {
		a.bot.tell(k, render.Board(a.wordsScene(k.user, k.lang)))
		return
	}
	if time.Since(a.statusAt) >= statusGap {
		a.repost(k)
		return
	}
	at := a.record.Board.Message
	a.bot.start(func() { // somebody may have deleted it since
		ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
		defer cancel()
		_, err := a.bot.rest.Message(ctx, fmt.Sprint(a.key.Channel), fmt.Sprint(at))
		a.must(func() {
			if isGone(err) && at == a.record.Board.Message {
				a.repost(k)
			} else {
				a.pointAtBoard(k)
			}
		})
	})
}

func (a *actor) repost(k *ask) {
	if !a.postBoard() {
		a.pointAtBoard(k)
		return
	}
	a.statusAt = time.Now()
	a.bot.tell(k, string(k.lang.Say.Status))
}

func (a *actor) pointAtBoard(k *ask) {
	link := fmt.Sprintf("https://discord.com/channels/%d/%d/%d", a.key.Guild, a.key.Channel, a.record.Board.Message)
	a.bot.tell(k, k.lang.Say.StatusSoon.Format("link", link))
}

// host does what only the table's host, or who may manage the channel, can do.
func (a *actor) host(k *ask) {
	if k.path == "table settings" { // anyone may read them
		a.bot.answerLater(k, private(a.settingsFrame(k, "", false)))
		return
	}
	if !a.hosts(k) {
		return
	}
	now, running := engine.At(time.Now()), a.view().Phase != engine.Idle
	say := &k.lang.Say
	switch k.path {
	case "table pause":
		a.order(k, engine.Pause{At: now}, text.DidPause, pick(running, say.PausedAfter, say.Paused))
	case "table resume":
		a.order(k, engine.Resume{At: now}, text.DidResume, say.Resumed)
	case "table close":
		a.order(k, engine.Close{At: now}, text.DidClose, pick(running, say.ClosedAfter, say.Closed))
	case "table kick":
		a.kick(k)
	case "table host":
		a.handOver(k)
	case "table log":
		a.tellLog(k)
	case "table preset":
		a.preset(k)
	case "table bot add":
		a.addHouse(k)
	default:
		a.removeHouse(k)
	}
}

// hosts says whether an ask comes from the host, or from who may manage the channel; if not, they are told.
func (a *actor) hosts(k *ask) bool {
	if a.mayHost(k) {
		return true
	}
	a.bot.tell(k, k.lang.Say.NotHost.Format("host", render.Mention(a.record.Host)))
	return false
}

func (a *actor) mayHost(k *ask) bool {
	return k.user == a.record.Host || k.has(discordgo.PermissionManageChannels)
}

func pick(first bool, a, b locale.Text) locale.Text {
	if first {
		return a
	}
	return b
}
