package account

import (
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// Settings is /settings: what is chosen is kept, and told with what was chosen before.
func Settings(b *table.Env, k *interaction.Interaction) {
	if k.Options["forget"] == "true" {
		asksToForget(b, k)
		return
	}
	delete(k.Options, "forget")
	own, err := b.Prefs.People.Update(k.User, func(own *prefs.Person) (bool, error) { return own.Choose(k) })
	if err != nil {
		b.Reply.Refuse(k, err)
		return
	}
	k.Lang = b.Prefs.LocaleOf(k)
	for _, a := range b.Tables.All(0) {
		if _, seated := a.Summary.Load().Chips[k.User]; seated && len(k.Options) > 0 {
			a.Post(func() { prefer(a, k) })
		}
	}
	b.Reply.Text(k, text.Preferences(k.Lang, text.PersonSettings{
		Muck: prefs.MuckOptions[own.MuckPolicy], Ping: string(own.Mention), TwoColours: own.TwoColours, TextOnly: own.TextOnly, Language: own.Lang,
	}))
}

// prefer brings a player's table up to what they chose last, for of two choices the later may come here first: what they
// alone see of it, and what is done with their losing hands from now on.
func prefer(a *table.Table, k *interaction.Interaction) {
	if p := channel.Of(a).PanelSet.Panels[k.User]; p != nil {
		p.Lang = a.Env.Prefs.LocaleOf(k)
	}
	channel.Of(a).PanelSet.RefreshPanels()
	if k.Options["auto-muck"] == "" {
		return
	}
	c := engine.SetMuckPolicy{Player: k.User, MuckPolicy: a.MuckPolicy(k.User), At: engine.At(time.Now())}
	if err := a.Follow(k, "prefer", c); err != nil {
		a.Log.Info("a taste did not reach the table", "player", uint64(k.User), "err", err)
	}
}
