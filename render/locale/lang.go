package locale

import (
	"golang.org/x/text/language"
)

// Lang has every text in one language: a field per text, filled from lang/*.json. Where a text has placeholders, the tag
// args names them, and every language has exactly those. The tag most says how many characters a text may have.
type Lang struct {
	Locale     string             `json:"locale"`         // as the platform writes it; of "en-GB" also "en" is tried
	Name       string             `json:"name" most:"40"` // the language in itself
	Group      Mark               `json:"group"`          // between groups of three digits
	Quotes     Mark               `json:"quotes"`         // around a name, as many characters before it as behind it
	Units      map[int64]Mark     `json:"units"`          // behind amounts where there is little room, "M", by how much they stand for
	Board      BoardText          `json:"board"`
	Result     ResultText         `json:"result"`
	Button     ButtonText         `json:"button" most:"80"`
	Modal      ModalText          `json:"modal"`
	Panel      PanelText          `json:"panel"`
	Picture    PictureText        `json:"picture"`
	Hands      HandText           `json:"hands"`
	Amount     AmountText         `json:"amount"`
	Why        WhyText            `json:"why"`
	Say        SayText            `json:"say"`
	Settings   SettingsText       `json:"settings"`
	Help       HelpText           `json:"help"`
	Rules      RulesText          `json:"rules"`
	History    HistoryText        `json:"history"`
	Host       HostText           `json:"host"`
	Stats      StatsText          `json:"stats"`
	Money      MoneyText          `json:"money"`
	Watch      WatchText          `json:"watch"`
	Forget     ForgetText         `json:"forget"`
	Tournament TournamentText     `json:"tournament"`
	Commands   map[string]Command `json:"commands"` // by path, "table open"; of groups too, "table"

	tag     language.Tag // decides the plurals
	plurals []string     // their forms
	units   []int64      // the greatest first
}

// BoardText is the texts of the public message.
type BoardText struct {
	Streets   [4]Text `json:"streets"` // before the flop, flop, turn, river
	Rounds    [2]Text `json:"rounds"`  // before and after the draw
	Drawing   Text    `json:"drawing"`
	Showdown  Text    `json:"showdown"`
	Waiting   Text    `json:"waiting"` // phases, as headings
	Soon      Text    `json:"soon"`
	Shuffling Text    `json:"shuffling"`
	Result    Text    `json:"result"`
	Void      Text    `json:"void"`
	Closed    Text    `json:"closed"`
	BoardN    Text    `json:"board_n" args:"n cards"`   // one of several (R37)
	BoardWon  Text    `json:"board_won" args:"players"` // after a board, while a later one is dealt
	StreetN   Text    `json:"street_n" args:"street n"` // a street of one of several (R37)

	Game     Text   `json:"game" args:"limit variant blinds"`
	NoLimit  Text   `json:"no_limit"` // short, before the game
	PotLimit Text   `json:"pot_limit"`
	Fixed    Text   `json:"fixed_limit"`
	Holdem   Text   `json:"holdem"`
	Omaha    Text   `json:"omaha"`
	Draw     Text   `json:"draw"`
	Ante     Text   `json:"ante" args:"amount"`
	BigAnte  Text   `json:"big_ante"`
	NoBlinds Text   `json:"no_blinds"`
	Straddle Text   `json:"straddle"`
	BuyIn    Text   `json:"buy_in" args:"range"`
	BuyInMin Text   `json:"buy_in_min" args:"amount"`
	Free     Plural `json:"free" args:"n"`
	Full     Text   `json:"full"`
	Line     Plural `json:"line" args:"n"` // length of the waitlist
	Practice Text   `json:"practice"`

	House     Text `json:"house"` // a house player without a name
	Seat      Text `json:"seat" args:"seat"`
	Bet       Text `json:"bet" args:"amount"`
	ToCall    Text `json:"to_call" args:"amount"`
	NoBet     Text `json:"no_bet"`   // checking is free
	NoRaise   Text `json:"no_raise"` // and there are blinds
	ToDraw    Text `json:"to_draw" args:"n"`
	Drew      Text `json:"drew" args:"n"`
	Agrees    Text `json:"agrees" args:"n"` // to so many boards
	StoodPat  Text `json:"stood_pat"`
	ToShow    Text `json:"to_show"`
	Halted    Text `json:"halted"` // a line of its own
	OnlyCheck Text `json:"only_check"`
	Turn      Text `json:"turn" args:"player cost"` // below a picture; in one line on a phone
	TurnBy    Text `json:"turn_by" args:"player cost time"`
	TurnAlone Text `json:"turn_alone" args:"player time"` // where the cost leaves no room
	Countdown Text `json:"countdown"`                     // a long one, as Discord shows it
	Dealer    Text `json:"dealer"`                        // one word each
	Folded    Text `json:"folded"`
	AllIn     Text `json:"all_in"`
	Out       Text `json:"out"`
	OutNext   Text `json:"out_next"`  // plays this hand, sits out after it
	NextHand  Text `json:"next_hand"` // has a seat and is not in the hand that runs
	Waits     Text `json:"waits"`
	Posts     Text `json:"posts"`
	Straddles Text `json:"straddles"` // will, whenever it is theirs to
	Straddled Text `json:"straddled"` // did
	Leaves    Text `json:"leaves"`
	Mucked    Text `json:"mucked"`
	ToppedUp  Text `json:"topped_up" args:"amount"`
	Rebuy     Text `json:"rebuy" args:"when"`

	SitIn       Text `json:"sit_in"`
	SitInFull   Text `json:"sit_in_full"`
	RebuyDown   Text `json:"rebuy_down"`         // where a player is out of chips
	SitDown     Text `json:"sit_down"`           // the next step, below the seats
	Kept        Text `json:"kept" args:"player"` // the free seat
	HoldEnds    Text `json:"hold_ends" args:"when"`
	NeedPlayers Text `json:"need_players"`
	NeedReady   Text `json:"need_ready"`  // where a player sits out
	NeedPerson  Text `json:"need_person"` // only house players are ready
	Next        Text `json:"next" args:"when"`
	Ask         Text `json:"ask" args:"most when"`
	Runout      Text `json:"runout"`
	RunoutOnce  Text `json:"runout_once"` // not all players agreed to more
	RunoutTwice Text `json:"runout_twice"`
	RunoutThree Text `json:"runout_thrice"`

	Percent      Text `json:"percent" args:"n"` // 63.4
	Chance       Text `json:"chance" args:"percent"`
	ChancesMain  Text `json:"chances_main"`           // where there are side pots
	ChancesBoard Text `json:"chances_board" args:"n"` // of several (R37)

	Paused  Text `json:"paused"`
	Pausing Text `json:"pausing"`
	Closing Text `json:"closing"`
	AllBack Text `json:"all_back"`
	AllGone Text `json:"all_gone"` // practice chips
	Voided  Text `json:"voided"`
	Below   Text `json:"below"` // where the table goes on
	Deck    Text `json:"deck" args:"cards"`
}

// ResultText says how a hand ended.
type ResultText struct {
	Wins      Text `json:"wins" args:"player amount hand"`
	Takes     Text `json:"takes" args:"player amount"` // the hand is not known
	Unseen    Text `json:"unseen" args:"player amount"`
	Back      Text `json:"back" args:"player"` // no other player put in a chip
	Pot       Text `json:"pot"`                // pots by name, in the middle of a sentence
	Main      Text `json:"main"`
	Side      Text `json:"side"`
	SideN     Text `json:"side_n" args:"n"`
	Whole     Text `json:"whole" args:"pot amount"`
	Part      Text `json:"part" args:"pot amount total ways"`
	OnBoard   Text `json:"on_board" args:"pot amount total n hand"` // one of several (R37)
	OnBoardN  Text `json:"on_board_n" args:"pot amount total n"`    // with a hand that is not named
	Showed    Text `json:"showed" args:"player cards"`
	Separator Mark `json:"separator"` // between parts
}

// Mark stands between things, and may be a space or have one around it.
type Mark string

// PictureText is the words in the picture, which are short, and the texts in its place.
type PictureText struct {
	AllIn    Text    `json:"all_in"` // in capitals
	Dealer   Text    `json:"dealer"` // one letter
	Waits    Text    `json:"waits"`
	NotYet   Text    `json:"not_yet"` // in a tournament
	Posts    Text    `json:"posts"`
	NextHand Text    `json:"next_hand"`
	Busted   Text    `json:"busted"`
	Paused   Text    `json:"paused"`
	Break    Text    `json:"break"` // of a tournament
	Pausing  Text    `json:"pausing"`
	Closing  Text    `json:"closing"`
	Unseen   Text    `json:"unseen"` // every opponent folded
	Back     Text    `json:"back" args:"player"`
	Shared   Plural  `json:"shared" args:"n amount"`
	Restored Text    `json:"restored"` // after a void hand
	Asking   Text    `json:"asking"`
	Board    Text    `json:"board" args:"cards"`
	Card     Text    `json:"card" args:"rank suit"`
	Suits    [4]Text `json:"suits"` // clubs, diamonds, hearts, spades
	Pot      Text    `json:"pot" args:"amount"`
	Side     Text    `json:"side" args:"amount"` // one side pot or several
	Wins     Text    `json:"wins" args:"amount"`
}

// ButtonText is the labels of buttons. In English they begin as product.md says.
type ButtonText struct {
	Fold       Text     `json:"fold"`
	Check      Text     `json:"check"`
	Call       Text     `json:"call" args:"amount"`
	CallAll    Text     `json:"call_all" args:"amount"` // it takes the whole stack
	Bet        Text     `json:"bet" args:"amount"`
	Raise      Text     `json:"raise" args:"amount"`
	Pot        Text     `json:"pot" args:"amount"`
	AllIn      Text     `json:"all_in" args:"amount"`
	BetAsk     Text     `json:"bet_ask"`
	Ask        Text     `json:"ask"` // for a raise
	Cards      Text     `json:"cards"`
	Sit        Text     `json:"sit"`
	Rebuy      Text     `json:"rebuy" args:"amount"`
	RebuyAsk   Text     `json:"rebuy_ask"`
	Post       Text     `json:"post"`
	PostFilm   Text     `json:"post_film"`
	SeatAsk    Text     `json:"seat_ask"`
	TopUp      Text     `json:"top_up" args:"amount"`
	OtherBuyIn Text     `json:"other_buy_in"`
	Straddle   Text     `json:"straddle"`
	NoStraddle Text     `json:"no_straddle"`
	Leave      Text     `json:"leave"`
	SitOut     Text     `json:"sit_out"`
	SitIn      Text     `json:"sit_in"`
	Draw       Text     `json:"draw"`
	Pat        Text     `json:"pat"`
	Show       Text     `json:"show"`
	ShowOne    Text     `json:"show_one" args:"card"`
	ShowAll    Text     `json:"show_all"`
	Muck       Text     `json:"muck"`
	Run        [3]Text  `json:"run"` // how often the rest of the board is dealt
	Confirm    Text     `json:"confirm"`
	Line       Text     `json:"line"` // to wait for a seat
	Unline     Text     `json:"unline"`
	Plans      PlanText `json:"plans"`
	DrawN      Text     `json:"draw_n" args:"n"`
	Change     Text     `json:"change"` // on the menu of the table options
	Other      Text     `json:"other"`  // another value of one
}

// PlanText is the pre-actions (R28).
type PlanText struct {
	CheckFold Text `json:"check_fold"`
	Check     Text `json:"check"`
	Fold      Text `json:"fold"` // where there is a bet
	Call      Text `json:"call" args:"amount"`
	CallAny   Text `json:"call_any"`
}

// ModalText is the questions for an amount, or for cards to exchange.
type ModalText struct {
	BuyIn       Text `json:"buy_in" most:"45"`
	Bet         Text `json:"bet" most:"34"` // a title has the number of the hand before it
	Raise       Text `json:"raise" most:"34"`
	Range       Text `json:"range" args:"range" most:"45"`
	Placeholder Text `json:"placeholder" most:"100"`
	Draw        Text `json:"draw" most:"34"`
	Cards       Text `json:"cards" args:"n" most:"45"`
	Which       Text `json:"which" most:"36"` // a phone shows no more of it
}

// PanelText is the texts of the private panel.
type PanelText struct {
	NoSeat      Text `json:"no_seat"`
	Full        Text `json:"full"`
	Shuffling   Text `json:"shuffling"`
	NotDealt    Text `json:"not_dealt"`
	SittingOut  Text `json:"sitting_out"`
	TimedOut    Text `json:"timed_out"`
	Late        Text `json:"late"`       // folded because of that, in place of the hand's name
	PressCard   Text `json:"press_card"` // which shows it to everyone
	ForBlind    Text `json:"for_blind"`
	Busted      Text `json:"busted" args:"when"`
	Broke       Text `json:"broke" args:"when"` // the wallet cannot pay a rebuy
	HostAsked   Text `json:"host_asked" args:"when"`
	Between     Text `json:"between"`
	Cards       Text `json:"cards" args:"cards"`
	CardsMade   Text `json:"cards_made" args:"cards hand"`
	Board       Text `json:"board" args:"cards"`
	Stack       Text `json:"stack" args:"amount"`
	Entered     Text `json:"entered" args:"seat amount"` // before the first hand
	InWallet    Text `json:"in_wallet" args:"amount"`    // the rest of the wallet, after Entered
	Folded      Text `json:"folded"`
	AllIn       Text `json:"all_in"`
	YourTurn    Text `json:"your_turn"`
	YourDraw    Text `json:"your_draw" args:"n"`
	YourShow    Text `json:"your_show"`
	YourRuns    Text `json:"your_runs" args:"when"`
	Agreed      Text `json:"agreed" args:"n"` // to so many boards
	Planned     Text `json:"planned" args:"plan"`
	InLine      Text `json:"in_line" args:"n"`
	SeatOffered Text `json:"called" args:"button"` // a seat is kept for the reader
	Fourth      Text `json:"fourth"`               // the fourth card is still to come
	Until       Text `json:"until" args:"when"`
	Over        Text `json:"over"`
	MayShow     Text `json:"may_show"`
	Net         Text `json:"net" args:"amount"`     // of the hand, with a sign
	LowNet      Text `json:"low_net" args:"amount"` // the same in a heading
}

// HandText names poker hands. {one} and {many} are the rank that counts most, in the singular or plural, {low} the next, in
// the plural. A language that declines them has more forms, see [Rank].
type HandText struct {
	Ranks         [13]Rank `json:"ranks"` // from the deuce to the ace
	HighCard      Text     `json:"high_card" args:"one"`
	Pair          Text     `json:"pair" args:"many"`
	TwoPairs      Text     `json:"two_pairs" args:"many low"`
	Trips         Text     `json:"trips" args:"many"`
	Straight      Text     `json:"straight" args:"one"`
	Flush         Text     `json:"flush" args:"one"`
	FullHouse     Text     `json:"full_house" args:"many low"`
	Quads         Text     `json:"quads" args:"many"`
	StraightFlush Text     `json:"straight_flush" args:"one"`
	RoyalFlush    Text     `json:"royal_flush"`
	Kicker        Text     `json:"kicker" args:"hand one"` // where two hands differ by it alone
}

// Rank is the name of a rank for one card and for several. To and Both are for languages with cases, "пара тузов" but "две
// пары, тузы и короли" and "стрит до туза". A file gives them for every rank or for none.
type Rank struct {
	One  Text `json:"one"`
	Many Text `json:"many"`
	To   Text `json:"to,omitempty"`   // {one} of straights and flushes
	Both Text `json:"both,omitempty"` // {many} and {low} where two ranks are named
}

// AmountText is the words for amounts, beside the English ones, and the sentences for a refused amount.
type AmountText struct {
	Min     string `json:"min"`
	Half    string `json:"half"`
	Pot     string `json:"pot"`
	Max     string `json:"max"`
	NoChips Text   `json:"no_chips"` // no amount of chips to bring
	Garbage Text   `json:"garbage"`  // no amount to wager
	Unclear Text   `json:"unclear"`
	TooMuch Text   `json:"too_much" args:"range"`
	TooMany Text   `json:"too_many" args:"range"` // more than any amount can be
	NoRaise Text   `json:"no_raise"`
	Legal   Text   `json:"legal" args:"range"`
	Only    Text   `json:"only" args:"amount"` // Legal where Min and Max are one
	Raised  Text   `json:"raised" args:"amount"`
	Bet     Text   `json:"bet" args:"amount"`
}

// WhyText is a sentence per reason of a refusal: the mistake, and the remedy.
type WhyText struct {
	NotSeated      Text `json:"not_seated"`
	AlreadySeated  Text `json:"already_seated"`
	SeatTaken      Text `json:"seat_taken"`
	SeatGoes       Text `json:"seat_goes" args:"player seat seats"`
	InTournament   Text `json:"in_tournament"`
	NoSuchSeat     Text `json:"no_such_seat" args:"seats"`
	TableFull      Text `json:"table_full"`
	BadBuyIn       Text `json:"bad_buy_in" args:"range"`
	BadBuyInMin    Text `json:"bad_buy_in_min" args:"amount"`
	BringBack      Text `json:"bring_back" args:"amount"`
	BringBackFree  Text `json:"bring_back_free" args:"amount"` // at a table outside any wallet
	StackFull      Text `json:"stack_full"`
	BadTopUp       Text `json:"bad_top_up" args:"range"`
	InHand         Text `json:"in_hand"`
	NotYourTurn    Text `json:"not_your_turn" args:"player"`
	NobodysTurn    Text `json:"nobodys_turn"`
	Stale          Text `json:"stale"`
	NoHand         Text `json:"no_hand"`
	CannotCheck    Text `json:"cannot_check" args:"amount"`
	CallOrFold     Text `json:"call_or_fold" args:"amount"` // CannotCheck where no raise is possible
	NothingToCall  Text `json:"nothing_to_call"`
	CheckOrRaise   Text `json:"check_or_raise"` // NothingToCall before the flop, where the blind is a bet
	CannotRaise    Text `json:"cannot_raise"`
	OnlyCall       Text `json:"only_call" args:"amount"`
	TooLittle      Text `json:"too_little" args:"range"`
	TooMuch        Text `json:"too_much" args:"range"`
	AlreadyOut     Text `json:"already_out"`
	NotOut         Text `json:"not_out"`
	AlreadyPaused  Text `json:"already_paused"`
	NotPaused      Text `json:"not_paused"`
	TableClosed    Text `json:"table_closed"`
	HandRuns       Text `json:"hand_runs"`
	TooFewPlayers  Text `json:"too_few_players"`
	NotDue         Text `json:"not_due"`
	NoChips        Text `json:"no_chips"`
	OffUnit        Text `json:"off_unit" args:"unit"`
	CannotStraddle Text `json:"cannot_straddle"`
	StraddleNext   Text `json:"straddle_next"` // the host has just allowed it
	CannotCallTime Text `json:"cannot_call_time"`
	NothingToShow  Text `json:"nothing_to_show"`
	NoRuns         Text `json:"no_runs"`
	ManyRuns       Text `json:"many_runs" args:"range"`
	NoPlan         Text `json:"no_plan"`
	InLine         Text `json:"in_line"`
	NotInLine      Text `json:"not_in_line"`
	SeatKept       Text `json:"seat_kept"`
	LineFull       Text `json:"line_full" args:"most"`
	SeatsFree      Text `json:"seats_free"`
	NowShow        Text `json:"now_show"`
	OtherGame      Text `json:"other_game"`
	NowDraw        Text `json:"now_draw"`
	NowBet         Text `json:"now_bet"`
	TooManyCards   Text `json:"too_many_cards" args:"most"`
	NoSuchCard     Text `json:"no_such_card"`
	BadRules       Text `json:"bad_rules"`
	Other          Text `json:"other"`
	SomeoneElse    Text `json:"someone_else"`
	Rule           Text `json:"rule" args:"n"`
}
