package host

import (
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// OpenChoices completes an option of /table open, where no table is open.
func OpenChoices(t *table.Table, k *interaction.Interaction) []render.Choice {
	if t.IsOpen() {
		return nil
	}
	return options.OpenChoices(k)
}

func OpenChoicesBeside(_ *table.Env, k *interaction.Interaction) []render.Choice {
	return options.OpenChoices(k)
}

// Open makes a table of the channel.
func Open(a *table.Table, k *interaction.Interaction) {
	switch {
	case !MayOpen(a.Env, k):
		a.Env.Reply.Text(k, text.MayNotOpen(k.Lang, a.Env.Prefs.Guild(k.Key.Guild).OpenRole))
		return
	case a.Version != 0:
		a.Env.Reply.Text(k, string(k.Lang.Say.TableExists))
		return
	}
	missing, blind := interaction.MissingPermissions(k)
	if blind {
		a.Env.Reply.Text(k, k.Lang.Say.BotMay.Format("list", strings.Join(missing, ", ")))
		return
	}
	rules, err := options.ReadRules(k)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	t, err := engine.New(rules)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	t, counted, err := a.NumberHands(t)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Display.Opening()
	r := record.Table{Host: k.User, Session: time.Now().UnixMilli(), Shuffle: counted, Locale: k.GuildLocale}
	r.AuditLog = append(r.AuditLog, text.AuditEntry{At: engine.At(time.Now()), By: k.User, What: text.DidOpen})
	if err := a.Commit(k.ID, t, r, nil, nil); err != nil {
		a.Refuse(k, err)
		return
	}
	content := k.Lang.Say.Opened.Format("game", render.Game(k.Lang, rules))
	if rules.MinBuyIn < options.ShortBelow*rules.BigBlind { // R4
		content += "\n" + k.Lang.Say.ShortBuyIn.Format("amount", k.Lang.Chips(options.ShortBelow*rules.BigBlind))
	}
	if len(missing) > 0 {
		content += "\n" + k.Lang.Say.BotWants.Format("list", strings.Join(missing, ", "))
	}
	a.Env.Reply.Text(k, content)
}

// MayOpen says whether the asker may open a table: who manages the channel, and who has the role for it. Everyone has the
// role whose id is the server's.
func MayOpen(b *table.Env, k *interaction.Interaction) bool {
	role := b.Prefs.Guild(k.Key.Guild).OpenRole
	return k.Has(discordgo.PermissionManageChannels) || role != 0 && (role == k.Key.Guild || slices.Contains(k.Roles, role))
}

// MayOpenTable reports whether the asker may open a table, and tells them if not.
func MayOpenTable(t *table.Table, k *interaction.Interaction) bool {
	if MayOpen(t.Env, k) {
		return true
	}
	t.Env.Reply.Text(k, text.MayNotOpen(k.Lang, t.Env.Prefs.Guild(k.Key.Guild).OpenRole))
	return false
}
