package host

import (
	"strings"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// threadOption is the option that asks for a thread.
const threadOption = "thread"

// openInThread makes a thread in the channel, and then opens the table there. It makes none for a table that would be refused.
func openInThread(t *table.Table, in *interaction.Interaction) {
	rules, err := options.ReadRules(in)
	if err == nil {
		_, err = engine.New(rules)
	}
	switch missing := interaction.MissingForThread(in); {
	case in.Thread:
		t.Env.Reply.Text(in, string(in.Lang.Say.NoThread))
	case len(missing) > 0:
		t.Env.Reply.Text(in, in.Lang.Say.BotMay.Format("list", strings.Join(missing, ", ")))
	case err != nil:
		t.Refuse(in, err)
	case channel.MayMakeThread(t.Env, in):
		name := threadName(render.Game(t.Locale(), rules))
		t.Env.Tasks.Go(func() { channel.OpenThread(t.Env, in, name) })
	}
}

// threadName returns the name of a table's thread, at most 100 characters.
func threadName(game string) string {
	runes := []rune(game)
	return string(runes[:min(len(runes), 100)])
}
