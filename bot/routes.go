package bot

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/account"
	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/history"
	"cardroom/bot/host"
	"cardroom/bot/lobby"
	"cardroom/bot/options"
	"cardroom/bot/play"
	"cardroom/engine"
	"cardroom/render"
)

// rows lists every command and button. To add a command, add a row, its handler, and its texts in the language files.
// Registration, dispatch and completion follow from the row.
var rows = []command.Route{
	{Path: "table open", Table: host.Open, Guard: host.RequireOpener, Opens: true, Choices: host.OpenChoices, ChoicesBeside: host.OpenChoicesWithoutTable, Options: []command.Option{
		{Name: "game", Choices: []string{"holdem", "omaha", "draw"}},
		{Name: "limit", Choices: []string{"nl", "pl", "fl"}},
		{Name: "small-blind", Completes: true}, {Name: "big-blind", Completes: true}, {Name: "ante", Completes: true},
		{Name: "min-buyin", Completes: true}, {Name: "max-buyin", Completes: true},
		{Name: "seats", Type: command.OptionNumber, Min: 2, Max: engine.MaxSeats},
		{Name: "clock"},
		{Name: "pause", Type: command.OptionNumber, Min: 0, Max: 60},
		{Name: "board", Choices: []string{"picture", "text"}},
	}},
	{Path: "table settings", Table: host.ShowSettings},
	{Path: "table status", Table: channel.ShowStatus},
	{Path: "table pause", Guard: host.RequireHost, Table: host.Pause},
	{Path: "table resume", Guard: host.RequireHost, Table: host.Resume},
	{Path: "table reseal", Guard: host.RequireHost, Table: host.Reseal},
	{Path: "table close", Guard: host.RequireHost, Table: host.Close},
	{Path: "table kick", Guard: host.RequireHost, Table: host.Kick, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}}},
	{Path: "table host", Guard: host.RequireHost, Table: host.HandOver, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}}},
	{Path: "table log", Guard: host.RequireHost, Table: host.ShowLog},
	{Path: "table preset", Guard: host.RequireHost, Table: host.Preset, Choices: host.PresetChoices, Options: []command.Option{
		{Name: "name", Required: true, Completes: true},
		{Name: "action", Choices: []string{"load", "save"}},
	}},
	{Path: "table bot add", Guard: host.RequireHost, Table: host.AddBots, Options: []command.Option{
		{Name: "level", Choices: []string{"easy", "normal", "hard"}},
		{Name: "count", Type: command.OptionNumber, Min: 1, Max: host.MaxBots},
	}},
	{Path: "table bot remove", Guard: host.RequireHost, Table: host.RemoveBots, Options: []command.Option{
		{Name: "level", Choices: []string{"easy", "normal", "hard"}},
		{Name: "count", Type: command.OptionNumber, Min: 1, Max: host.MaxBots},
	}},
	{Path: "sit", Table: play.Sit, Choices: play.SitChoices, Options: []command.Option{
		{Name: "buyin", Completes: true},
		{Name: "seat", Type: command.OptionNumber, Completes: true, Min: 1, Max: engine.MaxSeats},
		{Name: "post", Type: command.OptionFlag},
	}},
	{Path: "leave", Table: play.Leave},
	{Path: "topup", Table: play.TopUpTyped, Choices: play.BuyIns, Options: []command.Option{{Name: "amount", Completes: true}}},
	{Path: "sitout", Table: play.SitOut},
	{Path: "sitin", Table: play.SitIn},
	{Path: "fold", Table: play.Typed},
	{Path: "check", Table: play.Typed},
	{Path: "call", Table: play.Typed},
	{Path: "bet", Table: play.Wager, Choices: play.Wagers, Options: []command.Option{{Name: "amount", Required: true, Completes: true}}},
	{Path: "raise", Table: play.Wager, Choices: play.Wagers, Options: []command.Option{{Name: "to", Required: true, Completes: true}}},
	{Path: "allin", Table: play.Typed},
	{Path: "draw", Table: play.DrawTyped, Choices: play.DrawChoices, Options: []command.Option{{Name: "discard", Required: true, Completes: true}}},
	{Path: "straddle", Table: play.Straddle, Options: []command.Option{{Name: "on", Type: command.OptionFlag, Required: true}}},
	{Path: "runit", Table: play.RunItTyped, Options: []command.Option{{Name: "times", Type: command.OptionNumber, Required: true, Min: 1, Max: 3}}},
	{Path: "show", Table: play.ShowAll},
	{Path: "cut", Table: play.Cut, Options: []command.Option{{Name: "text", Required: true}}},
	{Path: "verify", Beside: history.Verify, ChoicesBeside: history.Choices, Options: []command.Option{{Name: "hand", Completes: true}, {Name: "hands"}}},
	{Path: "clock", Table: play.CallClock},
	{Path: "cards", Table: channel.OpenPanel},
	{Path: "settings", Beside: account.Settings, Options: []command.Option{
		{Name: "language", Locales: true, Choices: []string{options.AsDiscord}},
		{Name: "auto-muck", Choices: []string{"on", "off"}},
		{Name: "auto-rebuy", Choices: []string{"off", "on"}}, {Name: "auto-topup", Choices: []string{"off", "on"}},
		{Name: "ping", Choices: []string{"off", "nudge", "always"}},
		{Name: "four-colour", Choices: []string{"on", "off"}}, {Name: "text-only", Choices: []string{"on", "off"}},
		{Name: "forget", Type: command.OptionFlag},
	}},
	{Path: "server", Needs: discordgo.PermissionManageGuild, Beside: account.ServerOptions, Options: []command.Option{{Name: "language", Locales: true, Choices: []string{options.AsDiscord}}, {Name: "opener-role", Type: command.OptionRole},
		{Name: "house-chips", Choices: []string{"practice", "wallet"}}}},
	{Path: "watch list", Beside: lobby.List},
	{Path: "watch follow", Table: lobby.Follow},
	{Path: "watch mirror", Guard: host.RequireHost, Table: host.Mirror, Options: []command.Option{{Name: "channel", Type: command.OptionChannel, Required: true}}},
	{Path: "chips balance", Beside: account.Balance},
	{Path: "chips daily", Beside: account.Daily},
	{Path: "chips board", Beside: account.Leaderboard},
	{Path: "chips give", Beside: account.Give, ChoicesBeside: account.GiftChoices, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}, {Name: "amount", Required: true, Completes: true}}},
	{Path: "chips grant", Beside: account.Grant, ChoicesBeside: account.GiftChoices, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}, {Name: "amount", Required: true, Completes: true}}},
	{Path: "ledger", Table: account.Ledger, Closed: account.LastLedger},
	{Path: "history", Beside: history.Show, ChoicesBeside: history.Choices, Options: []command.Option{{Name: "hand", Completes: true}, {Name: "format", Choices: history.Formats}}},
	{Path: "stats", Beside: account.Stats, Options: []command.Option{{Name: "player", Type: command.OptionPerson}}},
	{Path: "rules", Beside: rules, ChoicesBeside: topics, Matches: true, Options: []command.Option{{Name: "topic", Completes: true}}},
	{Path: "help", Table: help, Closed: helpClosed},
	{Verb: render.VerbCards, Table: channel.OpenPanel},
	{Verb: render.VerbAsk, Table: play.AskAmount},
	{Verb: render.VerbDraw, Table: play.PressDraw, Modal: play.SubmitDraw},
	{Verb: render.VerbPat, Table: play.StandPat},
	{Verb: render.VerbFold, Table: play.PressWager},
	{Verb: render.VerbCheck, Table: play.PressWager},
	{Verb: render.VerbCall, Table: play.PressWager},
	{Verb: render.VerbRaise, Table: play.PressWager, Modal: play.SubmitRaise},
	{Verb: render.VerbAllIn, Table: play.PressWager},
	{Verb: render.VerbSure, Table: play.Confirm},
	{Verb: render.VerbSurePlan, Table: play.ConfirmPreAction},
	{Verb: render.VerbPlan, Table: play.SetPreAction},
	{Verb: render.VerbPlanCall, Table: play.SetPreAction},
	{Verb: render.VerbShow, Table: play.PressShow},
	{Verb: render.VerbMuck, Table: play.Muck},
	{Verb: render.VerbRun, Table: play.PressRun},
	{Verb: render.VerbLine, Table: play.JoinWaitlist},
	{Verb: render.VerbUnline, Table: play.LeaveWaitlist},
	{Verb: render.VerbSit, Table: play.SitDown},
	{Verb: render.VerbRebuy, Table: play.Rebuy},
	{Verb: render.VerbRebuyAsk, Table: play.AskRebuy},
	{Verb: render.VerbSeat, Table: channel.OpenSeatMenu},
	{Verb: render.VerbTopUp, Table: play.PressTopUp},
	{Verb: render.VerbStraddle, Table: play.PressStraddle},
	{Verb: render.VerbLeave, Table: play.Leave},
	{Verb: render.VerbSitOut, Table: play.SitOut},
	{Verb: render.VerbSitIn, Table: play.SitIn},
	{Verb: render.VerbOption, Guard: host.RequireSettingsPanel, Table: host.ChooseOption},
	{Verb: render.VerbSet, Guard: host.RequireSettingsPanel, Table: host.SetOption, Modal: host.SetOption},
	{Verb: render.VerbYes, Guard: host.RequireApproval, Table: host.Approve},
	{Verb: render.VerbNo, Guard: host.RequireApproval, Table: host.Decline},
	{Verb: render.VerbClose, Guard: host.RequireSettingsPanel, Table: host.ConfirmClose},
	{Verb: render.VerbHand, Guard: host.RequireSettingsPanel, Table: host.ConfirmHandOver},
	{Verb: render.VerbBots, Guard: host.RequireSettingsPanel, Table: host.ConfirmBots},
	{Verb: render.VerbGift, Beside: account.ConfirmGift},
	{Verb: render.VerbForget, Beside: account.Forget},
	{Verb: render.VerbTopic, Beside: helpTopic},
	{Verb: render.VerbFirst, Beside: history.TurnPage},
	{Verb: render.VerbBack, Beside: history.TurnPage},
	{Verb: render.VerbNext, Beside: history.TurnPage},
	{Verb: render.VerbLast, Beside: history.TurnPage},
}
