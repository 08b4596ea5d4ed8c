package locale

// BountyText is the texts of a knockout.
type BountyText struct {
	Plain       Text `json:"plain" args:"amount"`
	Progressive Text `json:"progressive" args:"amount n"` // percent that is paid at once
	Head        Text `json:"head" args:"amount"`          // of a player
	Won         Text `json:"won" args:"amount"`
	Log         Text `json:"log" args:"player amount other"`
	LogLost     Text `json:"log_lost" args:"amount"`
	Clash       Text `json:"clash"` // with rebuys
}

// RebuyText is the texts of rebuys and the add-on in a tournament.
type RebuyText struct {
	Until      Text   `json:"until" args:"n"`
	UpTo       Plural `json:"up_to" args:"n level"`
	AddOn      Text   `json:"add_on" args:"chips amount"`
	Offered    Text   `json:"offered" args:"players when"` // the busted players, below the board
	Busted     Text   `json:"busted" args:"when"`          // the same, to them
	Twice      Text   `json:"twice" args:"amount" most:"80"`
	No         Text   `json:"no" most:"80"`
	Buy        Text   `json:"buy" args:"amount" most:"80"` // the add-on
	Bought     Text   `json:"bought" args:"amount"`
	Waits      Text   `json:"waits"`
	Declined   Text   `json:"declined"`
	Over       Text   `json:"over"`
	NoneLeft   Text   `json:"none_left"`
	OneWaits   Text   `json:"one_waits"`   // for the end of the hand
	NotOffered Text   `json:"not_offered"` // to a player who has chips
	TooMany    Text   `json:"too_many" args:"amount"`
	Restart    Text   `json:"restart" args:"amount" most:"80"` // T70
	Restarted  Text   `json:"restarted" args:"amount"`
	NoRestart  Text   `json:"no_restart"`
	Refunded   Text   `json:"refunded"` // a player who never played (T71)
	NoAddOn    Text   `json:"no_add_on"`
	OnSale     Text   `json:"on_sale" args:"chips amount"` // the add-on
	HasAddOn   Text   `json:"has_add_on"`
	LogBuy     Text   `json:"log_rebuy" args:"player amount"`
	LogBack    Text   `json:"log_rebuy_back" args:"player amount"`
	LogAddOn   Text   `json:"log_add_on" args:"player amount"`
	Clash      Text   `json:"clash"` // with late entry and re-entry
}

// DealText is the texts of a deal at the final table.
type DealText struct {
	Asked     Text `json:"asked" args:"player when"`
	AskPaused Text `json:"asked_paused" args:"player"` // its time does not run
	ICM       Text `json:"icm" args:"list"`
	Chips     Text `json:"chips" args:"list"`
	Left      Text `json:"left" args:"amount"`
	Made      Text `json:"made"`
	Ask       Text `json:"ask" most:"80"`
	ByICM     Text `json:"by_icm" most:"80"`
	ByChips   Text `json:"by_chips" most:"80"`
	No        Text `json:"no" most:"80"`
	Wanted    Text `json:"wanted"`
	Proposed  Text `json:"proposed"`
	Agreed    Text `json:"agreed"`
	Refused   Text `json:"refused"`
	None      Text `json:"none"`
	Open      Text `json:"open"`
	Paused    Text `json:"paused"`
	Unasked   Text `json:"paused_unasked"` // no deal waits
	Absent    Text `json:"absent"`
	Before    Text `json:"before"`
	LogAsked  Text `json:"log_asked" args:"player"`
	LogMade   Text `json:"log_made"`
	LogRefuse Text `json:"log_refused"`
}
