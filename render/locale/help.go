package locale

// HelpText is the lines of the help: what to do now, then every command there is, in groups. A group begins with its
// commands in code, "`/table pause, resume`": the first in full, then those that share its first word by the rest.
type HelpText struct {
	Now      NowText `json:"now"`
	Hand     Text    `json:"hand"`
	Amounts  Text    `json:"amounts"` // how /bet and /raise are told how much
	Seats    Text    `json:"seats"`
	Chips    Text    `json:"chips"`
	Past     Text    `json:"past"` // hands that are over
	Host     Text    `json:"host"`
	Own      Text    `json:"own"` // what people choose, and the rules
	Play     Text    `json:"play"`
	Practice Text    `json:"practice"`
}

// NowText is the first line of the help, by where its reader is, where the panel has no sentence for it.
type NowText struct {
	NoTable Text `json:"no_table"` // who may open one is said after it
	Open    Text `json:"open"`     // to who may
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
	HostAsked  Text `json:"host_asked"` // somebody wants chips approved
}
