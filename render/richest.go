package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// MoneyText is what is said about chips between wallets.
type MoneyText struct {
	Gave         Text `json:"gave" args:"player amount"`
	Granted      Text `json:"granted" args:"player amount"`
	Wallet       Text `json:"wallet" args:"balance"`       // the reader's
	TheirWallet  Text `json:"their_wallet" args:"balance"` // of who was granted chips
	Oneself      Text `json:"oneself"`
	NoBot        Text `json:"no_bot" args:"player"`
	NeedGrant    Text `json:"need_grant"`
	Overfull     Text `json:"overfull" args:"player amount"`
	GiftLeft     Text `json:"gift_left" args:"player amount given taken when"` // of the day
	GiftNone     Text `json:"gift_none" args:"player given taken when"`
	NotConfirmed Text `json:"not_confirmed"`
	Head         Text `json:"head"` // of the fullest wallets
	Nobody       Text `json:"nobody"`
	Place        Text `json:"place" args:"place amount"`
	NoPlace      Text `json:"no_place" args:"amount"`
	Uncounted    Text `json:"uncounted"`

	FreeChips Text `json:"free_chips"` // what a table plays for that has free ones
	FreeHelp  Text `json:"free_help"`
	LeftFree  Text `json:"left_free" args:"amount"`
	Held      Text `json:"held"`
	HouseLine Text `json:"house_line" args:"net"` // of the ledger
	Owed      Text `json:"owed"`                  // above payments

	AskedSit  Text `json:"asked_sit" args:"amount"` // buy-ins that wait for the host
	AskedTop  Text `json:"asked_top" args:"amount"`
	WantsSeat Text `json:"wants_seat" args:"player amount"`
	WantsMore Text `json:"wants_more" args:"player amount"`
	Answers   Text `json:"answers"`
	Yes       Text `json:"yes" args:"n" most:"80"`
	No        Text `json:"no" args:"n" most:"80"`
	Withdrawn Text `json:"withdrawn"`
	TooLate   Text `json:"too_late" args:"player amount"`
	TooMany   Text `json:"too_many" args:"n"`
}

// Rich is somebody's wallet, in chips.
type Rich struct {
	Person engine.ID
	Chips  int64
}

// Leaderboard is the fullest wallets of a server, the fullest first, and what the reader has: their place among all wallets, 0
// while they never had a chip more or less than everybody begins with.
func (l *Lang) Leaderboard(rich []Rich, own, place int64) string {
	t := &l.Money
	lines := []string{"**" + string(t.Head) + "**"}
	for i, r := range rich {
		lines = append(lines, Code(strconv.Itoa(i+1))+" "+l.person(r.Person)+" "+l.Chips(r.Chips))
	}
	if len(rich) == 0 {
		lines = append(lines, string(t.Nobody))
	}
	if place == 0 {
		lines = append(lines, t.NoPlace.Format("amount", l.Chips(own)))
	} else {
		lines = append(lines, t.Place.Format("place", l.Chips(place), "amount", l.Chips(own)))
	}
	return strings.Join(append(lines, "-# "+string(t.Uncounted)), "\n")
}
