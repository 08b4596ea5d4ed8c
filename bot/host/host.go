package host

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// ShowSettings handles /table settings. Everyone may read them.
func ShowSettings(t *table.Table, in *interaction.Interaction) {
	t.Env.Reply.Send(in, message.Ephemeral(settingsPanel(t, in, "", false)))
}

// Pause handles /table pause.
func Pause(t *table.Table, in *interaction.Interaction) {
	say := &in.Lang.Say
	orderAction(t, in, engine.Pause{At: engine.At(time.Now())}, text.DidPause, locale.Either(t.View().Phase != engine.Idle, say.PausedAfter, say.Paused))
}

// Resume handles /table resume.
func Resume(t *table.Table, in *interaction.Interaction) {
	orderAction(t, in, engine.Resume{At: engine.At(time.Now())}, text.DidResume, in.Lang.Say.Resumed)
}

// RequireHost reports whether the user is the host or may manage the channel, and tells them if not.
func RequireHost(t *table.Table, in *interaction.Interaction) bool {
	if t.MayHost(in) {
		return true
	}
	t.Env.Reply.Text(in, in.Lang.Say.NotHost.Format("host", render.Mention(t.Record().Host)))
	return false
}
