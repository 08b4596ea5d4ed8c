package bot

import (
	"sync"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/engine"
	"cardroom/render/text"
)

// settings is /settings: what is chosen is kept, and told with what was chosen before.
func (b *Bot) settings(k *interaction.Interaction) {
	if k.Options["forget"] == "true" {
		b.asksToForget(k)
		return
	}
	delete(k.Options, "forget")
	own, err := b.prefs.People.Update(k.User, func(own *prefs.Person) (bool, error) { return own.Choose(k) })
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	k.Lang = b.prefs.LocaleOf(k)
	for _, a := range b.tables(0) {
		if stakes := a.stakes.Load(); stakes != nil && len(k.Options) > 0 {
			if _, seated := stakes.chips[k.User]; seated {
				a.post(func() { a.prefer(k) })
			}
		}
	}
	b.reply.Text(k, text.Preferences(k.Lang, text.PersonSettings{
		Muck: prefs.MuckOptions[own.MuckPolicy], Ping: string(own.Mention), TwoColours: own.TwoColours, TextOnly: own.TextOnly, Language: own.Lang,
	}))
}

// prefer brings a player's table up to what they chose last, for of two choices the later may come here first: what they
// alone see of it, and what is done with their losing hands from now on.
func (a *actor) prefer(k *interaction.Interaction) {
	if p := a.panels[k.User]; p != nil {
		p.lang = a.bot.prefs.LocaleOf(k)
	}
	a.refreshPanels()
	if k.Options["auto-muck"] == "" {
		return
	}
	c := engine.SetMuckPolicy{Player: k.User, MuckPolicy: a.losing(k.User), At: engine.At(time.Now())}
	if err := a.apply(k.ID+" "+a.once("prefer"), c); err != nil {
		a.log.Info("a taste did not reach the table", "player", uint64(k.User), "err", err)
	}
}

// tasteSoon is how long is waited for what a person has chosen.
const tasteSoon = 500 * time.Millisecond

// knowing does something that depends on what a person has chosen, when that is known. Where the store does not say it soon,
// it is done as for most.
func (a *actor) knowing(who engine.ID, do func()) {
	if _, known := a.bot.prefs.People.Cached(who); known {
		do()
		return
	}
	once := sync.OnceFunc(func() { a.must(do) })
	time.AfterFunc(tasteSoon, once)
	a.bot.tasks.Go(func() {
		if _, err := a.bot.prefs.People.Get(who); err != nil {
			a.log.Info("what a person has chosen could not be read", "player", uint64(who), "err", err)
		}
		once()
	})
}

// pingOf is when a player is mentioned: as they chose, else as the house has it. Until that is known it is as the house
// has it.
func (a *actor) pingOf(who engine.ID) prefs.MentionPolicy {
	own, known := a.bot.prefs.People.Cached(who)
	if !known {
		a.bot.tasks.Go(func() {
			if _, err := a.bot.prefs.People.Get(who); err == nil {
				a.must(func() {})
			}
		})
	}
	switch {
	case own.Mention != "":
		return own.Mention
	case a.record.Manners.Unpinged:
		return prefs.MentionOff
	}
	return prefs.MentionNudge
}
