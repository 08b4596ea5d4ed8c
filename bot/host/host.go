package host

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// ShowSettings is /table settings: anyone may read them.
func ShowSettings(a *table.Table, k *interaction.Interaction) {
	a.Env.Reply.Send(k, message.Ephemeral(settingsFrame(a, k, "", false)))
}

// Pause is /table pause.
func Pause(a *table.Table, k *interaction.Interaction) {
	say := &k.Lang.Say
	order(a, k, engine.Pause{At: engine.At(time.Now())}, text.DidPause, table.Pick(a.View().Phase != engine.Idle, say.PausedAfter, say.Paused))
}

// ResumePlay is /table resume.
func ResumePlay(a *table.Table, k *interaction.Interaction) {
	order(a, k, engine.Resume{At: engine.At(time.Now())}, text.DidResume, k.Lang.Say.Resumed)
}

// Close is /table close.
func Close(a *table.Table, k *interaction.Interaction) {
	say := &k.Lang.Say
	order(a, k, engine.Close{At: engine.At(time.Now())}, text.DidClose, table.Pick(a.View().Phase != engine.Idle, say.ClosedAfter, say.Closed))
}

// Hosts says whether an ask comes from the host, or from who may manage the channel; if not, they are told.
func Hosts(a *table.Table, k *interaction.Interaction) bool {
	if a.MayHost(k) {
		return true
	}
	a.Env.Reply.Text(k, k.Lang.Say.NotHost.Format("host", render.Mention(a.State.Record.Host)))
	return false
}
