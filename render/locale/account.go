package locale

// ForgetText is the texts of /forget, and the names of users who were forgotten.
type ForgetText struct {
	Ask  Text `json:"ask"` // with a button
	Done Text `json:"done"`

	Unconfirmed Text `json:"unconfirmed"` // another press of the button repeats it

	Seated    Text `json:"seated" args:"channels"`
	Plays     Text `json:"plays" args:"channels"` // in tournaments with their lobbies there
	Hosts     Text `json:"hosts" args:"channels"`
	Organises Text `json:"organises" args:"channels"`
	Follows   Text `json:"follows" args:"channels"`
	Someone   Text `json:"someone"`
	SomeoneAt Text `json:"someone_at" args:"seat"` // in a hand
}

// StatsText is the texts of a person's statistics on a server. Percent writes the shares, "24.5%", and the counts follow
// them.
type StatsText struct {
	Head       Text   `json:"head" args:"player"`
	None       Text   `json:"none" args:"player"`
	Hands      Plural `json:"hands" args:"n net"`
	VPIP       Text   `json:"vpip" args:"share"`
	PFR        Text   `json:"pfr" args:"share"`
	ThreeBet   Text   `json:"three_bet" args:"share"`
	Aggression Text   `json:"aggression" args:"factor bets calls"`
	Showdown   Text   `json:"showdown" args:"share"`
	Won        Text   `json:"won" args:"share"`
	Share      Text   `json:"share" args:"percent n of"`
	Terms      Text   `json:"terms"` // the meaning of the labels
	Events     Plural `json:"tournaments" args:"n places won paid"`
	Practice   Text   `json:"practice"`
}

// MoneyText is the texts about wallets and gifts.
type MoneyText struct {
	Gave         Text `json:"gave" args:"player amount"`
	Received     Text `json:"received" args:"player amount giver"`
	Granted      Text `json:"granted" args:"player amount"`
	Wallet       Text `json:"wallet" args:"balance"`       // the reader's
	TheirWallet  Text `json:"their_wallet" args:"balance"` // of a user who was granted chips
	OwnWallet    Text `json:"own_wallet" args:"balance"`   // of a manager who granted themself chips
	SureGift     Text `json:"sure_gift" args:"player amount have"`
	SureUnread   Text `json:"sure_unread" args:"player amount"` // in place of SureGift, where the wallet cannot be read
	Oneself      Text `json:"oneself"`
	NoBot        Text `json:"no_bot" args:"player"`
	NeedGrant    Text `json:"need_grant"`
	Overfull     Text `json:"overfull" args:"player amount"`
	GiftLeft     Text `json:"gift_left" args:"player amount given taken when"` // of the day
	GiftNone     Text `json:"gift_none" args:"player given taken when"`
	GrantUnknown Text `json:"grant_unconfirmed" args:"player"`
	Head         Text `json:"head"` // of the fullest wallets
	Nobody       Text `json:"nobody"`
	Place        Text `json:"place" args:"place amount"`
	NoPlace      Text `json:"no_place" args:"amount"`
	Uncounted    Text `json:"uncounted"`

	FreeChips Text `json:"free_chips"` // the chips of a table that has free ones
	FreeHelp  Text `json:"free_help"`
	LeftFree  Text `json:"left_free" args:"amount"`
	Held      Text `json:"held"`
	HouseLine Text `json:"house_line" args:"net"` // of the ledger
	Owed      Text `json:"owed"`                  // above payments

	AskedSit  Text `json:"asked_sit" args:"amount"` // buy-ins that wait for the host
	AskedTop  Text `json:"asked_top" args:"amount"`
	WantsSeat Text `json:"wants_seat" args:"player amount"`
	MaySit    Text `json:"may_sit" args:"player amount"` // approved, and waits for a seat
	Queued    Text `json:"queued" args:"player amount"`
	WantsMore Text `json:"wants_more" args:"player amount"`
	Answers   Text `json:"answers"`
	Yes       Text `json:"yes" args:"n" most:"80"`
	No        Text `json:"no" args:"n" most:"80"`
	Approve   Text `json:"approve" most:"80"` // the same where there is one request
	Decline   Text `json:"decline" most:"80"`
	Withdrawn Text `json:"withdrawn"`
	TooLate   Text `json:"too_late" args:"player amount"`
	NoRequest Text `json:"no_request"` // answered or withdrawn

	// For a player whose request has ended.
	Declined   Text `json:"declined" args:"amount"`
	Impossible Text `json:"impossible" args:"amount"`
	Unneeded   Text `json:"unneeded" args:"amount command"` // buy-ins need no approval any more
	Unanswered Text `json:"unanswered" args:"amount"`       // until the seat of the busted player opened
	SatOut     Text `json:"sat_out" args:"amount"`          // too long (R62)

	TooMany Text   `json:"too_many" args:"n"`
	Ended   Plural `json:"ended" args:"n"` // the host reads of the requests that need no approval any more
}
