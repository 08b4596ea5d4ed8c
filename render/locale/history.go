package locale

// HistoryText is the texts about finished hands. In the sentences a player is a mention, a name or a seat's number.
type HistoryText struct {
	None    Text `json:"none"`
	NotYet  Text `json:"not_yet" args:"hand last"`
	Dropped Text `json:"dropped" args:"hand"`
	Partial Text `json:"partial" args:"hand"` // not all of it is kept

	Unreadable Text `json:"unreadable" args:"hand"`

	Void   Text `json:"void" args:"hand"` // there is no file of it
	File   Text `json:"file" args:"hand"`
	Long   Text `json:"long" args:"hand"` // too long for a message
	Moment Text `json:"moment" args:"n of"`

	First Text `json:"first" most:"80"`
	Back  Text `json:"back" most:"80"`
	Next  Text `json:"next" most:"80"`
	Last  Text `json:"last" most:"80"`

	Dealt     Text   `json:"dealt"`
	Ante      Text   `json:"ante" args:"player amount"`
	Small     Text   `json:"small" args:"player amount"`
	Big       Text   `json:"big" args:"player amount"`
	Straddle  Text   `json:"straddle" args:"player amount"`
	Live      Text   `json:"live" args:"player amount"`
	Dead      Text   `json:"dead" args:"player amount"`
	Folds     Text   `json:"folds" args:"player"`
	Checks    Text   `json:"checks" args:"player"`
	Calls     Text   `json:"calls" args:"player amount"`
	Bets      Text   `json:"bets" args:"player amount"`
	Raises    Text   `json:"raises" args:"player amount"`
	GetsBack  Text   `json:"gets_back" args:"player amount"`
	Draws     Plural `json:"draws" args:"player n"`
	Pat       Text   `json:"pat" args:"player"`
	Shows     Text   `json:"shows" args:"player cards"`
	Mucks     Text   `json:"mucks" args:"player"`
	Wins      Text   `json:"wins" args:"player amount"`
	WinsOf    Text   `json:"wins_of" args:"player amount pot"`
	OnBoard   Text   `json:"on_board" args:"player amount pot n"` // one of several (R37)
	InTime    Text   `json:"in_time"`                             // after an act done for a player whose time was over
	Exchanged Text   `json:"exchanged"`                           // in place of the reader's cards
}
