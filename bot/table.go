package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"

	"github.com/bwmarrin/discordgo"
)

// staleAsk is how long what somebody asked for is still worth doing: the store may have been away meanwhile.
const staleAsk = 10 * time.Second

// take is the job of an ask: it happens at most once, at a table that may or may not be open.
func (a *actor) take(k *interaction.Interaction) {
	id := message.Snowflake(k.ID)
	switch asks := k.Kind != interaction.Completion; {
	case asks && a.taken.Add(id):
		return
	case asks && id <= a.taken.Before:
		a.bot.reply.Ack(k)
		return
	}
	a.record.Latest = max(a.record.Latest, id) // stored with the next commit: what was refused until then would be again
	if k.GuildLocale != "" {
		a.record.Locale = k.GuildLocale
	}
	a.bot.prefs.Resolve(k)
	a.meet(k)
	a.hear(k)
	switch {
	case time.Since(k.Arrived) > staleAsk:
		return // whoever asked was told long ago that it may not happen, and may have thought again
	case a.unreadable:
		a.bot.tellUnreadable(k)
	case a.shut && !a.admitted(k):
	case k.Kind == interaction.Press:
		a.press(k)
	case k.Kind == interaction.Modal:
		a.submit(k)
	case k.Kind == interaction.Completion:
		a.bot.reply.Choices(k, a.choices(k))
	case k.Path == "table open":
		a.open(k)
	case a.version == 0:
		a.bot.noTable(k)
	default:
		a.command(k)
	}
}

// command does a slash command at an open table.
func (a *actor) command(k *interaction.Interaction) {
	switch k.Path {
	case "fold", "check", "call", "allin":
		a.typed(k)
	case "bet", "raise":
		a.wager(k)
	case "draw":
		a.exchange(k, k.Options["discard"], a.view().Turn)
	case "clock":
		a.callClock(k)
	case "cut":
		a.cut(k)
	case "straddle":
		a.straddle(k)
	case "runit":
		times, _ := strconv.ParseInt(k.Options["times"], 10, 64) // what is no number is refused as 0
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
		s := a.scene(k.User, k.Lang)
		a.bot.reply.Text(k, text.Help(s, text.Now(s, a.mayHost(k))...))
	case "ledger":
		a.ledger(k)
	case "watch follow":
		a.follow(k)
	case "watch mirror":
		a.mirrorTo(k)
	case "table status":
		a.knowing(k.User, func() { a.status(k) })
	case "table settings", "table pause", "table resume", "table close", "table bot add", "table bot remove",
		"table kick", "table host", "table log", "table preset":
		a.host(k)
	default:
		a.bot.reply.Text(k, string(k.Lang.Say.Unknown))
	}
}

// wager is /bet and /raise. A bet where somebody has bet already may be meant for another board, so it is not made.
func (a *actor) wager(k *interaction.Interaction) {
	option := map[string]string{"bet": "amount", "raise": "to"}[k.Path]
	v := a.table.View(k.User)
	if s, seated := v.SeatOf(k.User); seated && v.ToAct == s.Seat && k.Path == "bet" && !v.Legal.Bet {
		a.bot.reply.Text(k, k.Lang.Say.UseRaise.Format("amount", k.Lang.Chips(v.Legal.High)))
		return
	}
	a.raiseTo(k, k.Options[option], v.Turn)
}

// open makes a table of the channel.
func (a *actor) open(k *interaction.Interaction) {
	switch {
	case !a.bot.mayOpen(k):
		a.bot.reply.Text(k, text.MayNotOpen(k.Lang, a.bot.prefs.Guild(k.Key.Guild).OpenRole))
		return
	case a.version != 0:
		a.bot.reply.Text(k, string(k.Lang.Say.TableExists))
		return
	}
	missing, blind := interaction.MissingPermissions(k)
	if blind {
		a.bot.reply.Text(k, k.Lang.Say.BotMay.Format("list", strings.Join(missing, ", ")))
		return
	}
	rules, err := options.ReadRules(k)
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
	r := record.Table{Host: k.User, Session: time.Now().UnixMilli(), Shuffle: counted, Locale: k.GuildLocale}
	r.AuditLog = append(r.AuditLog, text.AuditEntry{At: engine.At(time.Now()), By: k.User, What: text.DidOpen})
	if err := a.commit(k.ID, t, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	content := k.Lang.Say.Opened.Format("game", render.Game(k.Lang, rules))
	if rules.MinBuyIn < options.ShortBelow*rules.BigBlind { // R4
		content += "\n" + k.Lang.Say.ShortBuyIn.Format("amount", k.Lang.Chips(options.ShortBelow*rules.BigBlind))
	}
	if len(missing) > 0 {
		content += "\n" + k.Lang.Say.BotWants.Format("list", strings.Join(missing, ", "))
	}
	a.bot.reply.Text(k, content)
}

// numbered goes on counting hands where the channel's last table stopped: a hand is known by its channel and number. So
// do the transcripts go on, the count of void hands, and the seals.
func (a *actor) numbered(t engine.Table) (engine.Table, shuffle.State, error) {
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	last, err := a.bot.store.Hands(ctx, a.key, 0, 1)
	if err != nil {
		return t, shuffle.State{}, errors.Join(storage.ErrUnknown, err)
	}
	var s shuffle.State
	if len(last) > 0 {
		f, err := a.bot.codec.DecodeHand(a.key, last[0])
		if err != nil { // a channel does not lose its table to a hand that was damaged, or to a new key
			a.log.Error("the transcripts of the channel begin anew", "err", err)
		}
		t, s.Last, s.Voids = t.Following(last[0].Number), f.Last, f.Voids
	}
	if err := a.takeSeals(&s, t.View(0).Turn.Hand+1); err != nil {
		return t, shuffle.State{}, errors.Join(storage.ErrUnknown, err)
	}
	return t, s, nil
}

// statusGap is how often /table status may post the board again.
const statusGap = 30 * time.Second

// status posts the board anew at the bottom of the channel, or says where it is; who wants text only is told it alone.
func (a *actor) status(k *interaction.Interaction) {
	if own, _ := a.bot.prefs.People.Cached(k.User); own.TextOnly {
		a.bot.reply.Text(k, render.Board(a.wordsScene(k.User, k.Lang)))
		return
	}
	if time.Since(a.statusAt) >= statusGap {
		a.repost(k)
		return
	}
	at := a.record.Board.Message
	a.bot.tasks.Go(func() { // somebody may have deleted it since
		ctx, cancel := context.WithTimeout(a.bot.ctx, message.RequestTimeout)
		defer cancel()
		_, err := a.bot.rest.Message(ctx, fmt.Sprint(a.key.Channel), fmt.Sprint(at))
		a.must(func() {
			if message.IsGone(err) && at == a.record.Board.Message {
				a.repost(k)
			} else {
				a.pointAtBoard(k)
			}
		})
	})
}

func (a *actor) repost(k *interaction.Interaction) {
	if !a.postBoard() {
		a.pointAtBoard(k)
		return
	}
	a.statusAt = time.Now()
	a.bot.reply.Text(k, string(k.Lang.Say.Status))
}

func (a *actor) pointAtBoard(k *interaction.Interaction) {
	link := fmt.Sprintf("https://discord.com/channels/%d/%d/%d", a.key.Guild, a.key.Channel, a.record.Board.Message)
	a.bot.reply.Text(k, k.Lang.Say.StatusSoon.Format("link", link))
}

// host does what only the table's host, or who may manage the channel, can do.
func (a *actor) host(k *interaction.Interaction) {
	if k.Path == "table settings" { // anyone may read them
		a.bot.reply.Send(k, message.Ephemeral(a.settingsFrame(k, "", false)))
		return
	}
	if !a.hosts(k) {
		return
	}
	now, running := engine.At(time.Now()), a.view().Phase != engine.Idle
	say := &k.Lang.Say
	switch k.Path {
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
func (a *actor) hosts(k *interaction.Interaction) bool {
	if a.mayHost(k) {
		return true
	}
	a.bot.reply.Text(k, k.Lang.Say.NotHost.Format("host", render.Mention(a.record.Host)))
	return false
}

func (a *actor) mayHost(k *interaction.Interaction) bool {
	return k.User == a.record.Host || k.Has(discordgo.PermissionManageChannels)
}

func pick(first bool, a, b locale.Text) locale.Text {
	if first {
		return a
	}
	return b
}
