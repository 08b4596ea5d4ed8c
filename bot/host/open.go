package host

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// OpenChoices completes an option of /table open. Where a table is open, another one may open in a thread.
func OpenChoices(_ *table.Env, in *interaction.Interaction) []render.Choice {
	return options.OpenChoices(in)
}

// Open handles /table open.
func Open(t *table.Table, in *interaction.Interaction) {
	if in.Options[threadOption] == "true" {
		openInThread(t, in)
		return
	}
	if t.IsOpen() {
		t.Env.Reply.Text(in, string(in.Lang.Say.TableExists))
		return
	}
	missing, _ := interaction.MissingPermissions(in)
	if why := interaction.KeptOut(t.Env.Rest, in, in.Lang.Say.BotMay); why != "" {
		t.Env.Reply.Text(in, why)
		return
	}
	rules, err := options.ReadRules(in)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	opened, err := engine.New(rules)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	opened, shuffled, err := t.Dealer.NumberHands(opened)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	t.Display.Opening()
	r := record.Table{Host: in.User, Session: time.Now().UnixMilli(), Shuffle: shuffled, Locale: in.GuildLocale, Parent: in.Parent}
	r.Extras.TextBoard = in.Options["board"] == "text"
	r.AuditLog = append(r.AuditLog, text.AuditEntry{At: engine.At(time.Now()), By: in.User, What: text.DidOpen})
	err = t.Update(in, func(stored *record.Table, game *engine.Table) ([]engine.Event, error) {
		*stored, *game = r, opened
		return nil, nil
	})
	if err != nil {
		t.Refuse(in, err)
		return
	}
	opens := in.Lang.Say.Opened
	if in.Options[threadOption] == channel.ThreadMade {
		opens = in.Lang.Say.OpenedIn
	}
	content := opens.Format("game", render.Game(in.Lang, rules), "channel", render.Channel(t.Key.Channel))
	if rules.MinBuyIn < options.ShortBuyIn*rules.BigBlind { // R4
		content += "\n" + in.Lang.Say.ShortBuyIn.Format("amount", in.Lang.Chips(options.ShortBuyIn*rules.BigBlind))
	}
	if in.MayExclude() {
		content += "\n" + string(in.Lang.Say.PrivateThread)
	}
	if len(missing) > 0 {
		content += "\n" + in.Lang.Say.BotWants.Format("list", strings.Join(missing, ", "))
	}
	t.Env.Reply.Text(in, content)
}

// MayOpen reports whether the user may open a table: they manage the channel or have the server's role for it.
func MayOpen(e *table.Env, in *interaction.Interaction) bool {
	return in.Has(discordgo.PermissionManageChannels) || in.HasRole(e.Prefs.Guild(in.Key.Guild).OpenRole)
}

// RequireOpener reports whether the user may open a table, and tells them if not.
func RequireOpener(e *table.Env, in *interaction.Interaction) bool {
	if MayOpen(e, in) {
		return true
	}
	e.Reply.Text(in, text.MayNotOpen(in.Lang, e.Prefs.Guild(in.Key.Guild).OpenRole))
	return false
}
