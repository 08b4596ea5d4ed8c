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

// Settings handles /settings: it stores the options and shows all preferences.
func Settings(e *table.Env, in *interaction.Interaction) {
	if in.Options["forget"] == "true" {
		askToForget(e, in)
		return
	}
	delete(in.Options, "forget")
	own, err := e.Prefs.People.Update(in.User, func(own *prefs.Person) (bool, error) { return own.Choose(in) })
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	in.Lang = e.Prefs.LocaleOf(in.Origin)
	for _, t := range e.Tables.All(0) {
		if _, seated := t.Summary().Chips[in.User]; seated && len(in.Options) > 0 {
			t.Post(func() { applyPreferences(t, in) })
		}
	}
	e.Reply.Text(in, text.Preferences(in.Lang, text.PersonSettings{
		Muck: prefs.MuckOptions[own.MuckPolicy], Ping: string(own.Mention), TwoColours: own.TwoColours, TextOnly: own.TextOnly, Language: own.Lang,
		AutoRebuy: own.AutoRebuy, AutoTopUp: own.AutoTopUp, OnPress: own.PanelOnPress,
	}, in.Options))
}

// applyPreferences applies the player's latest preferences to a table: to their panels, their chips and how their losing
// hands are shown. It reads them again, because a later change may arrive first.
func applyPreferences(t *table.Table, in *interaction.Interaction) {
	channel.Of(t).RefreshPanels()
	if in.Options["auto-rebuy"] == "on" || in.Options["auto-topup"] == "on" {
		t.Funds().RefillAll()
	}
	if in.Options["auto-muck"] == "" {
		return
	}
	c := engine.SetMuckPolicy{Player: in.User, MuckPolicy: t.MuckPolicy(in.User), At: engine.At(time.Now())}
	if err := t.ApplyNamed(in, "prefer", c); err != nil {
		t.Log.Info("could not apply player preference to table", "player", uint64(in.User), "err", err)
	}
}
