package locale

import (
	"strconv"
	"strings"
	"time"
)

// TournamentText is the texts of tournaments: their lobby, the line of a table's board, and the answers to /tournament.
type TournamentText struct {
	SitAndGo  Text `json:"sit_and_go"`
	Scheduled Text `json:"scheduled"`

	Ledger TournamentLedger `json:"ledger"`
	Again  TournamentAgain  `json:"again"`

	Price     Text   `json:"price" args:"amount"`
	Added     Text   `json:"added" args:"amount"`
	Guarantee Text   `json:"guarantee" args:"amount"`
	NoPrice   Text   `json:"no_price"`
	Practice  Text   `json:"practice"`
	Stack     Text   `json:"stack" args:"amount"`
	Thread    Text   `json:"thread" args:"name n" most:"100"` // name of the thread of a table
	Minutes   Text   `json:"minutes" args:"time"`
	Span      Span   `json:"span"`
	Hands     Plural `json:"hands" args:"n"`
	Points    Plural `json:"points" args:"n"`   // for a season
	Lasts     Text   `json:"lasts" args:"n"`    // minutes
	Clock     Text   `json:"clock" args:"time"` // of a decision, at a slow tournament
	Prizes    Text   `json:"prizes" args:"amount list"`
	PrizeList Text   `json:"prize_list" args:"list"`
	Entries   Text   `json:"entries" args:"n max"`
	WhenFull  Text   `json:"when_full"`
	Expires   Text   `json:"expires" args:"when"`
	NotYet    Text   `json:"not_yet"`
	StartsAt  Text   `json:"starts_at" args:"date when"`
	Needs     Text   `json:"needs" args:"n"` // the fewest entries
	Only      Text   `json:"only" args:"roles"`
	LateBreak Text   `json:"late_break"`             // the break after the last of these levels
	LateAgain Text   `json:"late_again" args:"most"` // follows
	CheckIn   Text   `json:"check_in" args:"button n"`
	Grace     Text   `json:"grace" args:"n when"`
	Opens     Text   `json:"opens" args:"when"`
	Ready     Text   `json:"ready" args:"button when players"`
	Turn      Text   `json:"turn" args:"players when"` // of a later group in the check-in
	Begins    Text   `json:"begins" args:"when"`
	Seated    Text   `json:"seated"`
	Late      Text   `json:"late" args:"n"`

	Level     Text   `json:"level" args:"n blinds"`
	Next      Text   `json:"next" args:"blinds when"`
	NextHands Plural `json:"next_hands" args:"n blinds"`
	NextLevel Text   `json:"next_level" args:"blinds"` // the clock stands
	NextHand  Text   `json:"next_hand" args:"blinds"`  // the level has begun while a hand runs
	Left      Text   `json:"left" args:"n all"`
	Paid      Text   `json:"paid" args:"n"` // places
	Bubble    Text   `json:"bubble"`
	Average   Text   `json:"average" args:"amount n"`
	Table     Text   `json:"table" args:"channel"`
	Away      Text   `json:"away"`         // a player who is absent
	Out       Text   `json:"out" args:"n"` // while entries are open
	Struck    Text   `json:"struck"`       // a player who is disqualified
	NoSeat    Text   `json:"no_seat"`
	Waits     Text   `json:"waits"`      // a player whom the next hand does not deal in
	ForButton Text   `json:"for_button"` // the same player reads it
	TableDone Text   `json:"table_done"` // the table is closed
	NoPerson  Text   `json:"no_person"`  // why it is over (T39)

	NoChannel   Text `json:"no_channel"` // the table has no channel
	Paused      Text `json:"paused"`
	HandRuns    Text `json:"hand_runs"` // follows a pause
	PausedUntil Text `json:"paused_until" args:"when"`
	Unended     Text `json:"unended"` // the end of a hand is refused
	AllAway     Text `json:"all_away"`
	Vanished    Text `json:"vanished"` // several players at once
	Unopened    Text `json:"unopened"` // a table
	Break       Text `json:"break" args:"when"`
	Finished    Text `json:"finished"`
	Cancelled   Text `json:"cancelled"`
	Ending      Text `json:"ending"` // while a cancellation waits for the hand
	Reason      Text `json:"reason" args:"reason"`

	Cancellation TournamentCancellation `json:"cancellation"`

	Wins   Text `json:"wins" args:"player name"`
	Levels Text `json:"levels"`
	Nobody Text `json:"nobody"`

	Buttons  TournamentButtons `json:"buttons" most:"80"`
	Gate     TournamentGate    `json:"gate"`
	Bounties BountyText        `json:"bounties"`
	Rebuys   RebuyText         `json:"rebuys"`
	Deals    DealText          `json:"deals"`

	Said TournamentSaid `json:"said"`
}

// Span is the parts of a length of time.
type Span struct {
	Hours   Text `json:"hours" args:"n"`
	Minutes Text `json:"minutes" args:"n"`
	Seconds Text `json:"seconds" args:"n"`
}

// Format returns a length of time: hours, minutes and seconds, without those that are 0.
func (s *Span) Format(d time.Duration) string {
	var words []string
	for _, part := range []struct {
		n    time.Duration
		text Text
	}{{d / time.Hour, s.Hours}, {d % time.Hour / time.Minute, s.Minutes}, {d % time.Minute / time.Second, s.Seconds}} {
		if part.n > 0 {
			words = append(words, part.text.Format("n", strconv.Itoa(int(part.n))))
		}
	}
	return strings.Join(words, " ")
}

// TournamentButtons is the labels of the buttons of a lobby.
type TournamentButtons struct {
	Register   Text `json:"register"`
	Unregister Text `json:"unregister"`
	Here       Text `json:"here"`
	MyTable    Text `json:"my_table"`
	Standings  Text `json:"standings"`
	Away       Text `json:"away"`
	Back       Text `json:"back"`
	Again      Text `json:"again"`
}

// TournamentGate holds the texts about the conditions to register, beside those of roles.
type TournamentGate struct {
	Not      Text `json:"not" args:"roles"` // lines of a lobby
	Word     Text `json:"word"`
	Approval Text `json:"approval"`

	Label      Text `json:"label" most:"45"` // of the input for the word
	WrongWord  Text `json:"wrong_word" args:"name"`
	ManyWords  Text `json:"many_words" args:"when"` // too many wrong ones
	NotRole    Text `json:"not_role" args:"name roles"`
	Request    Text `json:"request" args:"organiser player name"`
	Asked      Text `json:"asked" args:"organiser name"`
	TooMany    Text `json:"too_many" args:"n"`
	Answered   Text `json:"answered"`                            // the request is over
	Restarts   Text `json:"asked_restart" args:"organiser name"` // by a player with a small stack (T70)
	MayEnter   Text `json:"may_enter" args:"name"`
	MayRestart Text `json:"may_restart" args:"name"` // a player with a small stack (T70)
	Declined   Text `json:"declined" args:"name"`
	TooLate    Text `json:"too_late" args:"name"`
	Withdrawn  Text `json:"withdrawn" args:"name"`
	Waiting    Text `json:"waiting" args:"players"` // below the settings

	Missed       Text `json:"missed" args:"players name"`
	MissedClosed Text `json:"missed_closed" args:"players name"` // in place of Missed, where registration is closed
	TakenOut     Text `json:"taken_out" args:"players name"`
	NoPlace      Text `json:"no_place" args:"players name"` // on the waitlist when registration closed

	SkippedNot Text `json:"skipped_not" args:"player name roles"`
	Skipped    Text `json:"skipped" args:"player name"` // without a word or the yes of an organiser
}

// TournamentSaid has the messages and answers to players and organisers.
type TournamentSaid struct {
	Seal   Text `json:"seal" args:"name"` // the message of the seal, before the seal itself
	Opened Text `json:"opened" args:"seed"`
	Check  Text `json:"check" args:"file"`      // below the result, about the file of the draws
	Hands  Text `json:"hands_file" args:"file"` // below the result
	Starts Text `json:"starts" args:"name players"`

	Moved Text `json:"moved" args:"name players"` // the channel of the table was deleted

	CallFull  Text `json:"call_full" args:"name players when"`
	CallReady Text `json:"call_ready" args:"button name players when"`
	CallGone  Text `json:"call_gone" args:"name players"`
	CallSeats Text `json:"call_seats" args:"name seats amount n blinds"`
	CallAway  Text `json:"call_away" args:"name players when"` // the bot was away, or the table had no channel
	HeadsUp   Text `json:"heads_up" args:"name players"`
	Burst     Text `json:"burst" args:"n"`               // the bubble
	PaidIn    Text `json:"paid_in" args:"amount left"`   // below registered; left is in the wallet
	NewPrice  Text `json:"new_price" args:"amount name"` // instead of registered, with a button
	PaidBack  Text `json:"paid_back" args:"amount left"` // below unregistered
	Won       Text `json:"won" args:"amount"`            // below out

	Title   Text `json:"title" most:"45"` // of the modal, and its inputs
	Name    Text `json:"name" most:"45"`
	Start   Text `json:"start" most:"45"`
	Price   Text `json:"price" most:"45"`
	Preset  Text `json:"preset" most:"45"`
	Players Text `json:"players" most:"45"`

	Made           Text `json:"made" args:"name channel"`
	Steep          Text `json:"steep"` // to the organiser
	SteepList      Text `json:"steep_list"`
	MayNotMake     Text `json:"may_not_make"`
	NotOrganiser   Text `json:"not_organiser" args:"name"`
	Registered     Text `json:"registered" args:"name"`
	Listed         Text `json:"listed" args:"name n"`
	Unlist         Text `json:"unlist"`                                   // after Listed
	Freed          Text `json:"freed" args:"player name"`                 // for one of the waitlist, before the start
	Admitted       Text `json:"admitted" args:"player name seat channel"` // from the waitlist, in play
	Charged        Text `json:"charged" args:"amount"`
	Unregistered   Text `json:"unregistered" args:"name"`
	OffWaitlist    Text `json:"off_waitlist" args:"name"`
	Here           Text `json:"here"`
	HereAgain      Text `json:"here_again"` // in a pause
	Seat           Text `json:"seat" args:"channel"`
	NotSeated      Text `json:"not_seated" args:"name"`
	Out            Text `json:"out" args:"place"`
	OutEarly       Text `json:"out_early" args:"n"` // while entries are open
	OutBy          Text `json:"out_by" args:"players"`
	None           Text `json:"none"`
	NoneNow        Text `json:"none_now"` // when the user asks for a tournament that may be over
	Which          Text `json:"which"`
	Ended          Text `json:"gone"`
	Head           Text `json:"head"` // of the list
	Paused         Text `json:"paused" args:"name"`
	Resumed        Text `json:"resumed" args:"name"`
	Cancelled      Text `json:"cancelled" args:"name"`
	CancelledNow   Text `json:"cancelled_now" args:"name"`
	SureCancel     Text `json:"sure_cancel" args:"name" most:"45"` // titles of modals
	SureDisqualify Text `json:"sure_disqualify" args:"player" most:"45"`
	ReasonLabel    Text `json:"reason_label" most:"45"` // of the input in them
	Disqualified   Text `json:"disqualified" args:"player name"`
	Struck         Text `json:"struck" args:"name reason"` // to the player who is
	Warned         Text `json:"warned" args:"player name"`
	Started        Text `json:"started" args:"name"`
	Beginning      Text `json:"beginning" args:"name"` // Discord has not taken the message of the start yet
	Leave          Text `json:"leave" args:"button"`   // as the board names it
	Withdraw       Text `json:"withdraw"`              // before the start, after NotSeated
	Skipped        Text `json:"skipped" args:"player name price"`
	SkippedRole    Text `json:"skipped_role" args:"player name roles"`
	Away           Text `json:"away"`
	AwayBoard      Text `json:"away_board" args:"button"` // names a button of the board
	Back           Text `json:"back"`
	NoOneTable     Text `json:"one_table" args:"n"`
	NoPrice        Text `json:"no_price" args:"option"` // with house players
	BotMay         Text `json:"bot_may" args:"list"`    // permissions of the bot
	NoEvents       Text `json:"no_events" args:"list"`
	NotAnnounced   Text `json:"not_announced" args:"name channel"` // Discord refuses the message of the start
	Unended        Text `json:"unended" args:"player name"`        // the end of a hand is refused
	Stuck          Text `json:"stuck" args:"name"`                 // that hand still cannot end
	Unlisted       Text `json:"unlisted" args:"player name"`       // Discord refuses to list it among the server's events
	NoThread       Text `json:"no_thread"`
	NoThreads      Text `json:"no_threads"` // in a channel of this type
	LogHead        Text `json:"log_head" args:"name"`
	LogEmpty       Text `json:"log_empty"`
	LogEarlier     Text `json:"log_earlier" args:"n"`

	Settings TournamentSettings `json:"settings"`

	Log TournamentLog `json:"log"`
	Why TournamentWhy `json:"why"`
}

// SteepNote returns the advice for levels whose blinds rise fast. Listed says that the organiser typed each level.
func (s *TournamentSaid) SteepNote(listed bool) Text { return Either(listed, s.SteepList, s.Steep) }

// TournamentSettings is the texts of /tournament settings.
type TournamentSettings struct {
	Head Text `json:"head" args:"name"`
	Note Text `json:"note"`
	Full Text `json:"full"` // starts when it is full
	Now  Text `json:"now"`  // registration is open

	Capped Plural `json:"capped" args:"n players"` // more paid places are chosen than so many players have (T74)
}

// TournamentLog is the lines of a tournament's log, behind the time.
type TournamentLog struct {
	Colon        Text `json:"colon" args:"before after"` // an organiser and their act, or an act and its reason
	Registered   Text `json:"registered" args:"player"`
	Unregistered Text `json:"unregistered" args:"player"`
	Started      Text `json:"started"` // by an organiser
	Began        Text `json:"began"`
	Level        Text `json:"level" args:"n"`
	Raced        Text `json:"raced" args:"player amount"` // T28
	Out          Text `json:"out" args:"player place"`
	OutEarly     Text `json:"out_early" args:"player n"`
	Paid         Text `json:"paid" args:"player amount"`
	Away         Text `json:"away" args:"player"`
	Back         Text `json:"back" args:"player"`
	Disqualified Text `json:"disqualified" args:"player reason"`
	Warned       Text `json:"warned" args:"player"` // the reason follows, after a colon
	Changed      Text `json:"changed"`
	Moved        Text `json:"moved"`
	Approved     Text `json:"approved" args:"player"`
	Declined     Text `json:"declined" args:"player"`
	TakenOut     Text `json:"taken_out" args:"player"`
	Missed       Text `json:"missed" args:"player"`
	Closed       Text `json:"closed"` // registration
	Paused       Text `json:"paused"`
	PausedAway   Text `json:"paused_away"`     // T37
	Vanished     Text `json:"paused_vanished"` // T100
	Unopened     Text `json:"paused_unopened"` // T104, T118
	Resumed      Text `json:"resumed"`
	Cancelled    Text `json:"cancelled"`
	Finished     Text `json:"finished"`
}

// TournamentLedger is the texts of a tournament's ledger. The lines of people are those of a table's.
type TournamentLedger struct {
	Head  Text `json:"head"`
	None  Text `json:"none"`
	Terms Text `json:"terms"` // the meaning of the lines
}

// TournamentCancellation holds a cancelled tournament's texts: the chips' fate, and why it was cancelled where no organiser did.
type TournamentCancellation struct {
	Refunded   Text `json:"refunded"`
	TooFew     Text `json:"too_few"`
	NotFull    Text `json:"not_full"`
	LongPause  Text `json:"long_pause"`
	NoChannel  Text `json:"no_channel"`
	ByOperator Text `json:"by_operator"`
}

// Cancellation is why a tournament was cancelled. The store keeps it.
type Cancellation struct {
	Reason string `json:"reason,omitempty"` // as an organiser typed it
	Cause  Cause  `json:"cause,omitempty"`  // where none did; 0: unknown
}

// Cause is why a tournament was cancelled where no organiser did it.
type Cause int

// The causes.
const (
	TooFewPlayers Cause = iota + 1
	NotFull
	LongPause
	NoChannel
	ByOperator
)

// Why returns the sentence of a cause, and "" for one that is unknown.
func (c *TournamentCancellation) Why(cause Cause) Text {
	return map[Cause]Text{
		TooFewPlayers: c.TooFew, NotFull: c.NotFull, LongPause: c.LongPause, NoChannel: c.NoChannel, ByOperator: c.ByOperator,
	}[cause]
}

// TournamentAgain is the texts of a series of tournaments.
type TournamentAgain struct {
	Line        Text `json:"line"`     // of a lobby
	Unplaced    Text `json:"unplaced"` // on the waitlist, after Unlist
	Each        Text `json:"each"`     // of settings with chips of the server
	NeedsFull   Text `json:"needs_full"`
	NeedsThread Text `json:"needs_thread"`
	Over        Text `json:"over" args:"player name channel"` // no thread can be made for the next one
}

// TournamentWhy is a sentence for each reason of the director to refuse.
type TournamentWhy struct {
	Over            Text `json:"over"`
	NotOpen         Text `json:"not_open" args:"when"`
	Closed          Text `json:"closed"`
	NoMoreEntry     Text `json:"no_more_entry"`
	TooSoon         Text `json:"too_soon" args:"when"`
	TooOften        Text `json:"too_often" args:"when"` // unregistered
	NotIn           Text `json:"not_in"`
	NotInYet        Text `json:"not_in_yet" args:"button"` // while players may register
	Started         Text `json:"started"`
	NotStarted      Text `json:"not_started"`
	TooFew          Text `json:"too_few" args:"n"`
	Paused          Text `json:"paused"`
	NotPaused       Text `json:"not_paused"`
	OncePerLevel    Text `json:"once_per_level"`
	LastOne         Text `json:"last_one"`
	WasWarned       Text `json:"was_warned"`
	NoSuchEntry     Text `json:"no_such_entry"`
	NotYet          Text `json:"not_yet"` // the seal is still to come
	Playing         Text `json:"playing"` // an organiser who plays in it
	Locked          Text `json:"locked"`  // settings, once a player has registered
	LockedScheduled Text `json:"locked_scheduled"`
	Past            Text `json:"past" args:"now zone"`
	Far             Text `json:"far"`
	Opens           Text `json:"opens"` // not before the start
	Expired         Text `json:"expired" args:"when"`
	Stack           Text `json:"stack" args:"range"` // out of range, in levels
	NeedsStart      Text `json:"needs_start" args:"option"`
	Group           Text `json:"group" args:"when"` // of a check-in, too early
	LateGroup       Text `json:"late_group"`
	Needs           Text `json:"needs" args:"option other"`
	Excludes        Text `json:"excludes" args:"option other"`
	LockedRunning   Text `json:"locked_running"` // settings, once it has begun
	Server          Text `json:"server"`         // chips of the server need a permission
	Role            Text `json:"role" args:"name roles"`
	Falling         Text `json:"falling"`              // blinds
	Mixed           Text `json:"mixed" args:"range"`   // a level of the draw, for more players than it seats
	Levels          Text `json:"levels"`               // how to type them
	Unit            Text `json:"unit" args:"option n"` // chips that are no multiple of the smallest
}
