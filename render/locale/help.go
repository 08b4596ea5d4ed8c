package locale

// HelpText is the lines of the help: what to do now, then the lines that are the same for all readers. Its pages are named by Topics and
// list the commands with their own texts.
type HelpText struct {
	Now      NowText   `json:"now"`
	Cards    Text      `json:"cards" args:"button"` // where the cards are, and the commands
	Menu     Text      `json:"menu" most:"100"`
	Topics   TopicText `json:"topics" most:"100"`
	Amounts  Text      `json:"amounts"` // the amounts of /bet and /raise
	Play     Text      `json:"play"`
	Practice Text      `json:"practice"`
}

// TopicText is the titles of the pages of the help.
type TopicText struct {
	Hand        Text `json:"hand"`
	Seats       Text `json:"seats"`
	Chips       Text `json:"chips"`
	Past        Text `json:"past"` // hands that are over
	Watch       Text `json:"watch"`
	Host        Text `json:"host"`
	Tournaments Text `json:"tournaments"`
	Own         Text `json:"own"` // preferences, the rules, and commands of no other page
}

// NowText is the first lines of the help, for the situations that the panel has no sentence for.
type NowText struct {
	NoTable Text `json:"no_table"`                         // the next sentence says who may open one
	Open    Text `json:"open"`                             // to a reader who may
	Lobby   Text `json:"lobby" args:"name register table"` // in the channel of a tournament's lobby, while players may register
	Event   Text `json:"event" args:"name channel"`        // in that channel at other times
	Sit     Text `json:"sit" args:"button"`                // the button as the board names it
	SitHand Text `json:"sit_hand" args:"button"`           // while a hand runs, when the board has no button to sit down
	Full    Text `json:"full"`
	Turn    Text `json:"turn" args:"cost"`
	InHand  Text `json:"in_hand" args:"player button"`
	AllIn   Text `json:"all_in"`
	Folded  Text `json:"folded"`
	Watch   Text `json:"watch"`
	Busted  Text `json:"busted" args:"button"`
	Out     Text `json:"out"`
	Next    Text `json:"next"`
	Wait    Text `json:"wait"`
	Paused  Text `json:"paused"`

	HostHand   Text `json:"host_hand"` // to the host, a line of its own: while a hand runs
	HostIdle   Text `json:"host_idle"`
	HostPaused Text `json:"host_paused"`
	HostAsked  Text `json:"host_asked"` // a buy-in waits for approval
	Organiser  Text `json:"organiser"`  // of a tournament
}
