package locale

// HelpText is the lines of the help: what to do now, then every command, in groups. A group begins with its commands in
// code, "`/table pause, resume`": the first in full, then the rest of those that share its first word.
type HelpText struct {
	Now      NowText `json:"now"`
	Hand     Text    `json:"hand"`
	Amounts  Text    `json:"amounts"` // the amounts of /bet and /raise
	Seats    Text    `json:"seats"`
	Chips    Text    `json:"chips"`
	Past     Text    `json:"past"` // hands that are over
	Host     Text    `json:"host"`
	Own      Text    `json:"own"` // personal settings, and the rules
	Play     Text    `json:"play"`
	Practice Text    `json:"practice"`
}

// NowText is the first lines of the help, for the situations that the panel has no sentence for.
type NowText struct {
	NoTable Text `json:"no_table"` // the next sentence says who may open one
	Open    Text `json:"open"`     // to a reader who may
	Sit     Text `json:"sit"`
	Full    Text `json:"full"`
	Turn    Text `json:"turn" args:"cost"`
	InHand  Text `json:"in_hand" args:"player"`
	AllIn   Text `json:"all_in"`
	Folded  Text `json:"folded"`
	Watch   Text `json:"watch"`
	Busted  Text `json:"busted"`
	Out     Text `json:"out"`
	Next    Text `json:"next" args:"when"`
	Wait    Text `json:"wait"`
	Paused  Text `json:"paused"`

	HostHand   Text `json:"host_hand"` // to the host, a line of its own: while a hand runs
	HostIdle   Text `json:"host_idle"`
	HostPaused Text `json:"host_paused"`
	HostAsked  Text `json:"host_asked"` // a buy-in waits for approval
}
