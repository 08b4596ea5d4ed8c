package locale

import "strings"

// SayText is the sentences that answer commands and presses. [Lang.Chips] formats amounts, persons are mentions.
type SayText struct {
	Opened        Text `json:"opened" args:"game"`
	OpenedIn      Text `json:"opened_in" args:"channel game"`
	NoThread      Text `json:"no_thread"`
	ShortBuyIn    Text `json:"short_buy_in" args:"amount"`
	TableExists   Text `json:"table_exists"`
	NoTable       Text `json:"no_table"`
	NeedManage    Text `json:"need_manage"`
	BotMay        Text `json:"bot_may" args:"list"`
	BotLost       Text `json:"bot_lost" args:"list"`   // and had before
	BotCannot     Text `json:"bot_cannot" args:"list"` // lacks for a new board
	KeptOut       Text `json:"kept_out" args:"when"`   // though it lacks none
	PrivateThread Text `json:"private_thread"`         // where the bot may not be
	BotWants      Text `json:"bot_wants" args:"list"`  // the permissions that it can do without
	MayView       Text `json:"may_view"`               // permissions by name
	MaySend       Text `json:"may_send"`
	MayAttach     Text `json:"may_attach"`
	MayThread     Text `json:"may_thread"`
	MayMakeThread Text `json:"may_make_thread"`
	MayMakeEvents Text `json:"may_create_events"`
	MayRead       Text `json:"may_read"`
	MayManage     Text `json:"may_manage_threads"` // in a locked thread
	NotHost       Text `json:"not_host" args:"host"`
	OnlyInServer  Text `json:"only_in_server"`
	Status        Text `json:"status"`
	StatusSoon    Text `json:"status_soon" args:"link"`
	StatusNone    Text `json:"status_none"` // there is no board yet
	PostedBy      Text `json:"posted_by" args:"player"`
	PostDenied    Text `json:"post_denied" args:"permission"`
	PostSoon      Text `json:"post_soon" args:"when"`
	PostedOnce    Text `json:"posted_once" args:"hand"`
	Paused        Text `json:"paused"`
	PausedAfter   Text `json:"paused_after"`
	Resumed       Text `json:"resumed"`
	Closed        Text `json:"closed"`
	ClosedAfter   Text `json:"closed_after"`
	AfterGone     Text `json:"closed_after_gone"` // practice chips

	Seated      Text `json:"seated" args:"seat amount"`
	SeatedNext  Text `json:"seated_next"`
	SeatedSoon  Text `json:"seated_soon"` // while players may come back
	SeatedWaits Text `json:"seated_waits"`
	Moved       Text `json:"moved" args:"seat"`
	Left        Text `json:"left" args:"amount"`
	LeftEmpty   Text `json:"left_empty"`
	LeftHouse   Text `json:"left_practice" args:"amount"`
	LeaveAfter  Text `json:"leave_after"`
	LeaveTurn   Text `json:"leave_turn"` // while a turn is to come
	LeaveDraw   Text `json:"leave_draw"` // while the draw is to come
	LeaveUndo   Text `json:"leave_undo"` // unless the host removes the player, too
	ToppedUp    Text `json:"topped_up" args:"amount stack"`
	TopUpAfter  Text `json:"top_up_after" args:"amount"`
	RefillAfter Text `json:"refill_after" args:"amount stack"`
	NoRebuy     Text `json:"no_rebuy" args:"minimum"` // beside top_up_after and refill_after
	StackFull   Text `json:"stack_full"`              // an answer of /topup without an amount
	NotBust     Text `json:"not_bust"`
	FirstHand   Text `json:"first_hand"` // a lower buy-in comes too late
	Out         Text `json:"out"`
	OutPosts    Text `json:"out_posts"` // after a move with a post
	OutAfter    Text `json:"out_after"`
	In          Text `json:"in"`
	InWaits     Text `json:"in_waits"`
	InPosts     Text `json:"in_posts"`
	PostsNext   Text `json:"posts_next" args:"amount"` // dealt in by it to the next hand
	Dead        Text `json:"dead" args:"amount"`       // behind a live post, or alone
	StaysOn     Text `json:"stays_on"`

	Folded    Text   `json:"folded"`
	Checked   Text   `json:"checked"`
	CallMade  Text   `json:"called" args:"amount"`
	Drew      Plural `json:"drew" args:"n"`
	StoodPat  Text   `json:"stood_pat"`
	Which     Text   `json:"which_cards"` // an answer of /draw that cannot be read
	NoDraw    Text   `json:"sit_tight"`
	Bet       Text   `json:"bet" args:"amount"`
	Raised    Text   `json:"raised" args:"amount"`
	AllIn     Text   `json:"all_in" args:"amount"`
	NotInHand Text   `json:"not_in_hand"`
	UseRaise  Text   `json:"use_raise" args:"amount"`

	InLine     Text `json:"in_line" args:"n"`
	NoLine     Text `json:"no_line"`
	Straddles  Text `json:"straddles"`
	NoStraddle Text `json:"no_straddle"`
	RunsOnce   Text `json:"runs_once"`
	Runs       Text `json:"runs" args:"n"`
	Shown      Text `json:"shown"`
	SureCall   Text `json:"sure_call" args:"amount stack"`
	SurePlan   Text `json:"sure_plan" args:"amount stack"`
	SureAllIn  Text `json:"sure_all_in" args:"stack"`
	SureTotal  Text `json:"sure_all_in_to" args:"stack total"` // the total of the button
	SeatCalled Text `json:"seat_called" args:"player"`

	ClockCalled Text `json:"clock_called" args:"player"`

	Balance      Text `json:"balance" args:"wallet tables"`
	NoPractice   Text `json:"balance_practice"`
	Funds        Text `json:"funds" args:"have need"`
	Daily        Text `json:"daily" args:"amount"`
	DailyWallet  Text `json:"daily_wallet" args:"balance"` // of the wallet then
	DailyAlready Text `json:"daily_already" args:"when"`
	LedgerHead   Text `json:"ledger_head"`
	LedgerLine   Text `json:"ledger_line" args:"player in out net"`
	LedgerNone   Text `json:"ledger_none"`
	LedgerMore   Text `json:"ledger_more" args:"n"`
	Settle       Text `json:"settle"`
	SettlePay    Text `json:"settle_pay" args:"from to amount"`
	Even         Text `json:"even"`

	BotsJoined  Plural `json:"bots_joined" args:"n"`
	BotsLeft    Plural `json:"bots_left" args:"n"`
	BotsAfter   Plural `json:"bots_after" args:"n"`
	NoBots      Text   `json:"no_bots"`
	NoBotsLevel Text   `json:"no_bots_level"`
	Practice    Text   `json:"practice"`
	Staked      Text   `json:"staked"`

	Nudge       Text `json:"nudge" args:"player hand"`
	CalledClock Text `json:"called_clock" args:"player hand"`
	Reminder    Text `json:"reminder" args:"player hand when"`
	Warning     Text `json:"warning" args:"player hand"`

	Preferences PreferencesText `json:"taste"`
	Server      ServerText      `json:"server"`
	Fair        FairText        `json:"fair"`

	Duplicate    Text `json:"duplicate"`
	Busy         Text `json:"busy"`
	OneMoment    Text `json:"one_moment"` // too many commands outside a table
	BoardGone    Text `json:"board_gone"`
	NotConfirmed Text `json:"not_confirmed"`
	Unconfirmed  Text `json:"unconfirmed" args:"command"` // and which command shows the outcome
	Unread       Text `json:"unread"`                     // the store did not answer a read, and nothing was done
	SaveAgain    Text `json:"save_again"`                 // where no command shows the outcome
	JustStarted  Text `json:"just_started"`               // a command from before the start may have made a thread
	TooLate      Text `json:"too_late"`

	ThreadNone    Text `json:"thread_none"`              // the channel has no threads
	ThreadFull    Text `json:"thread_full"`              // the server has as many as it may
	ThreadDeleted Text `json:"thread_deleted"`           // the channel was
	ThreadLimit   Text `json:"thread_limit" args:"when"` // too many in a short time
	ThreadUnsure  Text `json:"thread_unsure"`            // it may be there
	ThreadTitle   Text `json:"thread_title"`             // the server's filter refuses its name
	ThreadFailed  Text `json:"thread_failed"`

	Internal     Text `json:"internal" args:"ref"`
	DiscordFails Text `json:"discord_failed"`
	Unreadable   Text `json:"unreadable" args:"ref"`
	Resting      Text `json:"resting"`
	Undone       Text `json:"undone" args:"hand"`
	UndoneBlind  Text `json:"undone_blind" args:"hand"`
	BadOption    Text `json:"bad_option" args:"option range"`
	BadLength    Text `json:"bad_length" args:"option range"`
	OneOf        Text `json:"one_of" args:"option list"`
	SuchAs       Text `json:"such_as" args:"option list"`
	NoNumber     Text `json:"no_number" args:"option list"`
	Unknown      Text `json:"unknown"`
}

// SettingsText is the panel of the table options. Options and their values are the same in every language. About says what
// each option is.
type SettingsText struct {
	Title     Text            `json:"title" most:"29"`     // a modal has it with the name of an option
	Default   Text            `json:"default" args:"list"` // options that have their defaults
	Changed   Text            `json:"changed" args:"option value"`
	Next      Text            `json:"next" args:"option value"` // set while a hand runs
	Seats     Text            `json:"seats" args:"n"`           // behind either, where it may take seats away (R2)
	Dropped   Text            `json:"dropped" args:"player options"`
	Running   Text            `json:"running"`
	Needs     Text            `json:"needs" args:"option value other range rule"` // an option that does not go with another
	Divisor   Text            `json:"divisor" args:"n" most:"33"`                 // ranges, after "must be"
	Or        Text            `json:"or" args:"range value"`
	NoMaximum Text            `json:"no_maximum" args:"range"`
	About     map[string]Text `json:"about" most:"100"` // by option
}

// PreferencesText is the texts of a person's preferences.
type PreferencesText struct {
	Head   Text `json:"head"`
	Change Text `json:"change"`  // how to
	AtOnce Text `json:"at_once"` // in place of that, after a change
	On     Text `json:"on"`
	Off    Text `json:"off"`

	AsDiscord Text `json:"as_discord"` // the language is not chosen
	AsTable   Text `json:"as_table"`   // an option of tables is not chosen
}

// ServerText is the texts of a server's preferences.
type ServerText struct {
	Need     Text `json:"need"`
	NeedRole Text `json:"need_role" args:"role"`
	Head     Text `json:"head"`
	Everyone Text `json:"everyone"` // in place of a role
	Note     Text `json:"note"`     // how to change them, and the things they do not change
}

// RulesText is the rules of the game, as /rules tells them.
type RulesText struct {
	List    Text                `json:"list"` // above the list of all
	Unknown Text                `json:"unknown"`
	Also    Text                `json:"also" args:"list"` // other rules that have the words
	Page    map[string]RuleText `json:"page"`             // by number, "R22": every rule of RuleNumbers
}

// RuleText is a rule: a title of a few words, which stands in the list of all, and two sentences without its number.
type RuleText struct {
	Title Text `json:"title" most:"40"`
	Text  Text `json:"text" most:"500"`
}

// Command is the words of a slash command.
type Command struct {
	Name    string            `json:"name" most:"32"` // the last word of the path in this language
	About   string            `json:"about" most:"100"`
	Options map[string]Option `json:"options,omitempty"` // by their default names
}

// Option is the words of an option of a slash command.
type Option struct {
	Name    string            `json:"name" most:"32"`
	About   string            `json:"about" most:"100"`
	Choices map[string]string `json:"choices,omitempty" most:"100"` // by value
}

// Posting returns when a player who posts gets cards. Live and dead are the chips that the next hand takes for it; both are 0 where it
// does not deal them in.
func (l *Lang) Posting(live, dead int64) string {
	var words []string
	if live > 0 {
		words = append(words, l.Chips(live))
	}
	if dead > 0 {
		words = append(words, l.Say.Dead.Format("amount", l.Chips(dead)))
	}
	if len(words) == 0 {
		return string(l.Say.InPosts)
	}
	return l.Say.PostsNext.Format("amount", strings.Join(words, " + "))
}
