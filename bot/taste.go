package bot

import (
	"sync"
	"time"

	"cardroom/engine"
	"cardroom/render/text"
)

// taste is what a person has chosen for themselves, at every table (/settings). Zero leaves it to the house.
type taste struct {
	Losing engine.MuckPolicy `json:"losing,omitempty"` // what is done with losing hands (R40)
	Ping   ping              `json:"ping,omitempty"`
	Lang   string            `json:"lang,omitempty"` // locale of what they alone read
	By     engine.ID         `json:"by,omitempty"`   // the interaction that chose last

	TwoColours bool `json:"two_colours,omitempty"` // of cards that are pictures, in what they alone see
	TextOnly   bool `json:"text_only,omitempty"`   // no pictures there, and the board in words
}

// ping is when the player to act is mentioned.
type ping string

const (
	pingOff    ping = "off"    // never, but for the warning of R30
	pingNudge  ping = "nudge"  // after a while, and at a slow table once more
	pingAlways ping = "always" // at once
)

// settings is /settings: what is chosen is kept, and told with what was chosen before.
func (b *Bot) settings(k *ask) {
	if k.options["forget"] == "true" {
		b.asksToForget(k)
		return
	}
	delete(k.options, "forget")
	own, err := b.tastes.change(b, k.user, func(own *taste) (bool, error) { return own.choose(k) })
	if err != nil {
		b.refuse(k, err)
		return
	}
	k.lang = b.tongue(k)
	for _, a := range b.tables(0) {
		if stakes := a.stakes.Load(); stakes != nil && len(k.options) > 0 {
			if _, seated := stakes.chips[k.user]; seated {
				a.post(func() { a.prefer(k) })
			}
		}
	}
	b.tell(k, text.Preferences(k.lang, text.PersonSettings{
		Muck: mucks[own.Losing], Ping: string(own.Ping), TwoColours: own.TwoColours, TextOnly: own.TextOnly, Language: own.Lang,
	}))
}

// mucks is how what is done with losing hands is written.
var mucks = map[engine.MuckPolicy]string{engine.MuckByRules: "", engine.Mucks: "on", engine.Asks: "off"}

// choose changes a person's taste by what they typed.
func (own *taste) choose(k *ask) (changed bool, err error) {
	if !k.chooses(&own.By) {
		return false, nil
	}
	o := options{values: k.options}
	choose(&o, "auto-muck", &own.Losing, 40, map[string]engine.MuckPolicy{"on": engine.Mucks, "off": engine.Asks})
	choose(&o, "ping", &own.Ping, 0, map[string]ping{"off": pingOff, "nudge": pingNudge, "always": pingAlways})
	choose(&o, "four-colour", &own.TwoColours, 0, map[string]bool{"on": false, "off": true})
	choose(&o, "text-only", &own.TextOnly, 0, map[string]bool{"on": true, "off": false})
	chooseLang(&o, &own.Lang, asDiscord)
	return true, o.err
}

// prefer brings a player's table up to what they chose last, for of two choices the later may come here first: what they
// alone see of it, and what is done with their losing hands from now on.
func (a *actor) prefer(k *ask) {
	if p := a.panels[k.user]; p != nil {
		p.lang = a.bot.tongue(k)
	}
	a.refreshPanels()
	if k.options["auto-muck"] == "" {
		return
	}
	c := engine.SetMuckPolicy{Player: k.user, MuckPolicy: a.losing(k.user), At: engine.At(time.Now())}
	if err := a.apply(k.id+" "+a.once("prefer"), c); err != nil {
		a.log.Info("a taste did not reach the table", "player", uint64(k.user), "err", err)
	}
}

// tasteSoon is how long is waited for what a person has chosen.
const tasteSoon = 500 * time.Millisecond

// knowing does something that depends on what a person has chosen, when that is known. Where the store does not say it soon,
// it is done as for most.
func (a *actor) knowing(who engine.ID, do func()) {
	if _, known := a.bot.tastes.of(who); known {
		do()
		return
	}
	once := sync.OnceFunc(func() { a.must(do) })
	time.AfterFunc(tasteSoon, once)
	a.bot.start(func() {
		if _, err := a.bot.tastes.get(a.bot, who); err != nil {
			a.log.Info("what a person has chosen could not be read", "player", uint64(who), "err", err)
		}
		once()
	})
}

// pingOf is when a player is mentioned: as they chose, else as the house has it. Until that is known it is as the house
// has it.
func (a *actor) pingOf(who engine.ID) ping {
	own, known := a.bot.tastes.of(who)
	if !known {
		a.bot.start(func() {
			if _, err := a.bot.tastes.get(a.bot, who); err == nil {
				a.must(func() {})
			}
		})
	}
	switch {
	case own.Ping != "":
		return own.Ping
	case a.record.Manners.Unpinged:
		return pingOff
	}
	return pingNudge
}
