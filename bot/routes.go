package bot

import (
	"sync"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/account"
	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/history"
	"cardroom/bot/host"
	"cardroom/bot/lobby"
	"cardroom/bot/options"
	"cardroom/bot/play"
	"cardroom/bot/tournament"
	"cardroom/bot/tournament/directory"
	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
)

// These are options of several commands: the game and the limit of a table, and how well house players play.
var (
	whichGame  = command.Option{Name: "game", Choices: []string{"holdem", "omaha", "draw"}}
	whichLimit = command.Option{Name: "limit", Choices: []string{"nl", "pl", "fl"}}
	whichLevel = command.Option{Name: "level", Choices: []string{"easy", "normal", "hard"}}
)

// whichOne is the option that names a tournament.
var whichOne = []command.Option{{Name: "tournament", Completes: true}}

// rows lists every command and button. To add a command, add a row, its handler, and its texts in the language files.
// Registration, dispatch and completion follow from the row.
var rows = []command.Route{
	{Path: "table open", Table: host.Open, Opens: host.RequireOpener, ChoicesBeside: host.OpenChoices, Options: []command.Option{
		whichGame,
		whichLimit,
		{Name: "small-blind", Completes: true}, {Name: "big-blind", Completes: true}, {Name: "ante", Completes: true},
		{Name: "min-buyin", Completes: true}, {Name: "max-buyin", Completes: true},
		{Name: "seats", Type: command.OptionNumber, Min: 2, Max: engine.MaxSeats},
		{Name: "clock"},
		{Name: "pause", Type: command.OptionNumber, Min: 0, Max: 60},
		{Name: "board", Choices: []string{"picture", "text"}},
		{Name: "thread", Type: command.OptionFlag},
	}},
	{Path: "table settings", InTournament: tournament.Refuse, Table: host.ShowSettings},
	{Path: "table status", Table: channel.ShowStatus},
	{Path: "table pause", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.Pause},
	{Path: "table resume", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.Resume},
	{Path: "table reseal", Guard: host.RequireHost, Table: host.Reseal},
	{Path: "table close", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.Close},
	{Path: "table kick", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.Kick, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}}},
	{Path: "table host", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.HandOver, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}}},
	{Path: "table log", Guard: host.RequireHost, Table: host.ShowLog},
	{Path: "table preset", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.Preset, Choices: host.PresetChoices, Options: []command.Option{
		{Name: "name", Required: true, Completes: true},
		{Name: "action", Choices: []string{"load", "save"}},
	}},
	{Path: "table bot add", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.AddBots, Options: []command.Option{
		whichLevel,
		{Name: "count", Type: command.OptionNumber, Min: 1, Max: host.MaxBots},
	}},
	{Path: "table bot remove", InTournament: tournament.Refuse, Guard: host.RequireHost, Table: host.RemoveBots, Options: []command.Option{
		whichLevel,
		{Name: "count", Type: command.OptionNumber, Min: 1, Max: host.MaxBots},
	}},
	{Path: "sit", InTournament: tournament.Refuse, Table: play.Sit, Choices: play.SitChoices, Options: []command.Option{
		{Name: "buyin", Completes: true},
		{Name: "seat", Type: command.OptionNumber, Completes: true, Min: 1, Max: engine.MaxSeats},
		{Name: "post", Type: command.OptionFlag},
	}},
	{Path: "leave", InTournament: tournament.Stay, Table: play.Leave},
	{Path: "topup", InTournament: tournament.Refuse, Table: play.TopUp, Choices: play.BuyIns, Options: []command.Option{{Name: "amount", Completes: true}}},
	{Path: "sitout", InTournament: tournament.Away, Table: play.SitOut},
	{Path: "sitin", InTournament: tournament.Back, Table: play.SitIn},
	{Path: "fold", Guard: tournament.MayAct, Table: play.Typed},
	{Path: "check", Guard: tournament.MayAct, Table: play.Typed},
	{Path: "call", Guard: tournament.MayAct, Table: play.Typed},
	{Path: "bet", Guard: tournament.MayAct, Table: play.Wager, Choices: play.Wagers, Options: []command.Option{{Name: "amount", Required: true, Completes: true}}},
	{Path: "raise", Guard: tournament.MayAct, Table: play.Wager, Choices: play.Wagers, Options: []command.Option{{Name: "to", Required: true, Completes: true}}},
	{Path: "allin", Guard: tournament.MayAct, Table: play.Typed},
	{Path: "draw", Guard: tournament.MayAct, Table: play.DrawTyped, Choices: play.DrawChoices, Options: []command.Option{{Name: "discard", Required: true, Completes: true}}},
	{Path: "straddle", InTournament: tournament.Refuse, Table: play.Straddle, Options: []command.Option{{Name: "on", Type: command.OptionFlag, Required: true}}},
	{Path: "runit", InTournament: tournament.Refuse, Table: play.RunItTyped, Options: []command.Option{{Name: "times", Type: command.OptionNumber, Required: true, Min: 1, Max: engine.MaxRuns}}},
	{Path: "show", Table: play.ShowAll},
	{Path: "cut", Table: play.Cut, Options: []command.Option{{Name: "text", Required: true}}},
	{Path: "verify", Beside: history.AfterMove(history.Verify), ChoicesBeside: history.Choices, Options: []command.Option{{Name: "hand", Completes: true}, {Name: "hands"}}},
	{Path: "clock", InTournament: tournament.Refuse, Table: play.CallClock},
	{Path: "cards", InTournament: tournament.Cards, Table: channel.OpenPanel},
	{Path: "settings", Beside: account.Settings, Options: []command.Option{
		{Name: "language", Locales: true, Choices: []string{options.AsDiscord}},
		{Name: "auto-muck", Choices: []string{"on", "off"}},
		{Name: "auto-rebuy", Choices: []string{"off", "on"}}, {Name: "auto-topup", Choices: []string{"off", "on"}},
		{Name: "ping", Choices: []string{"off", "nudge", "always"}},
		{Name: "four-colour", Choices: []string{"on", "off"}}, {Name: "text-only", Choices: []string{"on", "off"}},
		{Name: "panel", Choices: []string{"auto", "press"}},
		{Name: "forget", Type: command.OptionFlag},
	}},
	{Path: "server", Needs: discordgo.PermissionManageGuild, Beside: account.ServerOptions, Options: []command.Option{{Name: "language", Locales: true, Choices: []string{options.AsDiscord}}, {Name: "opener-role", Type: command.OptionRole},
		{Name: "organiser-role", Type: command.OptionRole}, {Name: "timezone"},
		{Name: "house-chips", Choices: []string{"practice", "wallet"}}}},
	{Path: "tournament create", Beside: tournament.Create, Options: []command.Option{whichGame, whichLimit, {Name: "bots", Type: command.OptionNumber, Min: 0, Max: engine.MaxSeats - 1}, whichLevel}},
	{Path: "tournament list", Beside: directory.List},
	{Path: "tournament register", Beside: tournament.On(tournament.Register), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament unregister", Beside: tournament.On(tournament.Unregister), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament status", Beside: tournament.On(tournament.Status), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament standings", Beside: tournament.On(tournament.Standings), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament log", Beside: tournament.On(tournament.Log), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament settings", Beside: tournament.On(tournament.Organised(tournament.Settings)), ChoicesBeside: directory.Choices, Options: append([]command.Option{
		{Name: "name"}, {Name: "start", Completes: true}, {Name: "opens", Completes: true}, whichGame, whichLimit, {Name: "levels"}, {Name: "players", Type: command.OptionNumber, Min: 2, Max: engine.MaxSeats},
		{Name: "min", Type: command.OptionNumber, Min: 2, Max: engine.MaxSeats}, {Name: "late", Type: command.OptionNumber, Min: 0, Max: setup.MostLevels},
		{Name: "reentry", Choices: []string{"off", "on"}}, {Name: "check-in", Type: command.OptionNumber, Min: 0, Max: setup.MostCheckIn},
		{Name: "price"}, {Name: "added"}, {Name: "guarantee"}, {Name: "role", Type: command.OptionRole},
		{Name: "bounty"}, {Name: "cash-share", Type: command.OptionNumber, Min: setup.LeastCashShare, Max: 100},
		{Name: "rebuy-until", Type: command.OptionNumber, Min: 0, Max: setup.MostLevels}, {Name: "rebuys", Type: command.OptionNumber, Min: 0, Max: setup.MostRebuys},
		{Name: "add-on"}, {Name: "add-on-price"}, {Name: "again", Choices: []string{"off", "on"}}, {Name: "event", Choices: []string{"off", "on"}}, {Name: "more", Completes: true},
	}, whichOne...)},
	{Path: "tournament start", Beside: tournament.On(tournament.Organised(tournament.Start)), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament pause", Beside: tournament.On(tournament.Organised(tournament.Pause)), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament resume", Beside: tournament.On(tournament.Organised(tournament.Resume)), ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "tournament cancel", Beside: tournament.On(tournament.Organised(tournament.AskCancel)), ChoicesBeside: directory.Choices, Options: append([]command.Option{{Name: "reason", Required: true}}, whichOne...)},
	{Path: "tournament dq", Beside: tournament.On(tournament.Organised(tournament.AskDisqualify)), ChoicesBeside: directory.Choices, Options: append([]command.Option{
		{Name: "player", Type: command.OptionPerson, Required: true}, {Name: "reason", Required: true}, {Name: "warning", Type: command.OptionFlag},
	}, whichOne...)},
	{Path: "watch list", Beside: lobby.List},
	{Path: "watch follow", Table: tournament.FollowFromTable, Closed: tournament.FollowTournament, ChoicesBeside: directory.Choices, Options: whichOne},
	{Path: "watch mirror", Guard: host.RequireHost, Table: host.Mirror, Options: []command.Option{{Name: "channel", Type: command.OptionChannel, Required: true}}},
	{Path: "chips balance", Beside: account.Balance},
	{Path: "chips daily", Beside: account.Daily},
	{Path: "chips board", Beside: account.Leaderboard},
	{Path: "chips give", Beside: account.Give, ChoicesBeside: account.GiftChoices, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}, {Name: "amount", Required: true, Completes: true}}},
	{Path: "chips grant", Beside: account.Grant, ChoicesBeside: account.GiftChoices, Options: []command.Option{{Name: "player", Type: command.OptionPerson, Required: true}, {Name: "amount", Required: true, Completes: true}}},
	{Path: "ledger", Table: account.Ledger, Closed: account.LastLedger},
	{Path: "history", Beside: history.AfterMove(history.Show), ChoicesBeside: history.Choices, Options: []command.Option{{Name: "hand", Completes: true}, {Name: "format", Choices: history.Formats}}},
	{Path: "stats", Beside: account.Stats, Options: []command.Option{{Name: "player", Type: command.OptionPerson}}},
	{Path: "rules", Beside: rules, ChoicesBeside: topics, Matches: true, Options: []command.Option{{Name: "topic", Completes: true}}},
	{Path: "help", Table: help, InTournament: helpEvent, Closed: helpClosed},
	{Verb: render.VerbCards, Table: channel.OpenPanel},
	{Verb: render.VerbAsk, Guard: tournament.MayAct, Table: play.AskAmount},
	{Verb: render.VerbDraw, Guard: tournament.MayAct, Table: play.PressDraw, Modal: play.SubmitDraw},
	{Verb: render.VerbTick, Guard: tournament.MayAct, Table: play.TickDiscards},
	{Verb: render.VerbPat, Guard: tournament.MayAct, Table: play.StandPat},
	{Verb: render.VerbFold, Guard: tournament.MayAct, Table: play.PressWager},
	{Verb: render.VerbCheck, Guard: tournament.MayAct, Table: play.PressWager},
	{Verb: render.VerbCall, Guard: tournament.MayAct, Table: play.PressWager},
	{Verb: render.VerbRaise, Guard: tournament.MayAct, Table: play.PressWager, Modal: play.SubmitRaise},
	{Verb: render.VerbAllIn, Guard: tournament.MayAct, Table: play.PressWager},
	{Verb: render.VerbSure, Guard: tournament.MayAct, Table: play.Confirm},
	{Verb: render.VerbSurePlan, Guard: tournament.MayAct, Table: play.ConfirmPreAction},
	{Verb: render.VerbPlan, Guard: tournament.MayAct, Table: play.SetPreAction},
	{Verb: render.VerbPlanCall, Guard: tournament.MayAct, Table: play.SetPreAction},
	{Verb: render.VerbShow, Table: play.PressShow},
	{Verb: render.VerbMuck, Table: play.Muck},
	{Verb: render.VerbRun, Table: play.PressRun},
	{Verb: render.VerbLine, InTournament: tournament.Refuse, Table: play.JoinWaitlist},
	{Verb: render.VerbUnline, InTournament: tournament.Refuse, Table: play.LeaveWaitlist},
	{Verb: render.VerbSit, InTournament: tournament.Refuse, Table: play.SitDown},
	{Verb: render.VerbRebuy, InTournament: tournament.Rebuy, Table: play.Rebuy},
	{Verb: render.VerbRebuyAsk, InTournament: tournament.AskRebuy, Table: play.AskRebuy},
	{Verb: render.VerbSeat, Table: play.SeatMenu},
	{Verb: render.VerbTopUp, InTournament: tournament.Refuse, Table: play.TopUp},
	{Verb: render.VerbBuyIn, InTournament: tournament.Refuse, Table: play.AskBuyIn, Modal: play.SubmitBuyIn},
	{Verb: render.VerbStraddle, InTournament: tournament.Refuse, Table: play.PressStraddle},
	{Verb: render.VerbLeave, InTournament: tournament.Stay, Table: play.Leave},
	{Verb: render.VerbSitOut, InTournament: tournament.Away, Table: play.SitOut},
	{Verb: render.VerbSitIn, InTournament: tournament.Back, Table: play.SitIn},
	{Verb: render.VerbOption, InTournament: tournament.Refuse, Guard: host.RequireSettingsPanel, Table: host.ChooseOption},
	{Verb: render.VerbSet, InTournament: tournament.Refuse, Guard: host.RequireSettingsPanel, Table: host.SetOption, Modal: host.SetOption},
	{Verb: render.VerbYes, InTournament: tournament.Refuse, Guard: host.RequireApproval, Table: host.Approve},
	{Verb: render.VerbNo, InTournament: tournament.Refuse, Guard: host.RequireApproval, Table: host.Decline},
	{Verb: render.VerbClose, InTournament: tournament.Refuse, Guard: host.RequireQuestion, Table: host.ConfirmClose},
	{Verb: render.VerbHand, InTournament: tournament.Refuse, Guard: host.RequireQuestion, Table: host.ConfirmHandOver},
	{Verb: render.VerbBots, InTournament: tournament.Refuse, Guard: host.RequireQuestion, Table: host.ConfirmBots},
	{Verb: render.VerbGift, Beside: account.ConfirmGift},
	{Verb: render.VerbForget, Beside: account.Forget},
	{Verb: render.VerbTopic, Beside: helpTopic},
	{Verb: render.VerbCreate, Submit: tournament.Submit},
	{Verb: render.VerbCancelEvent, Submit: tournament.On(tournament.Organised(tournament.CancelIt))},
	{Verb: render.VerbDisqualify, Submit: tournament.On(tournament.Organised(tournament.Disqualify))},
	{Verb: render.VerbRegister, Beside: tournament.On(tournament.Register), Submit: tournament.On(tournament.Register)},
	{Verb: render.VerbAdmit, Beside: tournament.On(tournament.Organised(tournament.Answer))},
	{Verb: render.VerbUnregister, Beside: tournament.On(tournament.Unregister)},
	{Verb: render.VerbHere, Beside: tournament.On(tournament.Here)},
	{Verb: render.VerbMyTable, Beside: tournament.On(tournament.MyTable)},
	{Verb: render.VerbStandings, Beside: tournament.On(tournament.Standings)},
	{Verb: render.VerbNoRebuy, Beside: tournament.On(tournament.NoRebuy)},
	{Verb: render.VerbAddOn, Beside: tournament.On(tournament.AddOn)},
	{Verb: render.VerbRestart, Beside: tournament.On(tournament.Restart), Submit: tournament.On(tournament.Restart)},
	{Verb: render.VerbAskDeal, Beside: tournament.On(tournament.AskDeal)},
	{Verb: render.VerbDeal, Beside: tournament.On(tournament.Deal)},
	{Verb: render.VerbFirst, Beside: history.AfterMove(history.TurnPage)},
	{Verb: render.VerbBack, Beside: history.AfterMove(history.TurnPage)},
	{Verb: render.VerbNext, Beside: history.AfterMove(history.TurnPage)},
	{Verb: render.VerbLast, Beside: history.AfterMove(history.TurnPage)},
	{Verb: render.VerbGoTo, Beside: history.AfterMove(history.GoTo)},
	{Verb: render.VerbPostHand, Beside: history.AfterMove(history.Post)},
	{Verb: render.VerbPostFilm, Beside: history.AfterMove(history.PostFilm)},
	{Verb: render.VerbStats, Beside: account.PostStats},
	{Verb: render.VerbLedger, Beside: account.PostLedger},
	{Verb: render.VerbWallets, Beside: account.PostLeaderboard},
}

// routes returns the routes of the rows, which all bots of the process share.
var routes = sync.OnceValue(func() *command.Routes { return command.NewRoutes(rows) })
