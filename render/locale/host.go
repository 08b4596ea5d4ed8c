package locale

// HostText is the answers to a host's commands, and the texts of the host log.
type HostText struct {
	Kicked         Text `json:"kicked" args:"player amount"`
	KickedAfter    Text `json:"kicked_after" args:"player"`
	KickedLine     Text `json:"kicked_line" args:"player"`
	KickedTwice    Text `json:"kicked_twice" args:"player"`
	KickedYou      Text `json:"kicked_you"` // to a player who tries to stay
	KickBot        Text `json:"kick_bot"`
	NoSeat         Text `json:"no_seat" args:"player"`
	AsksSeat       Text `json:"asks_seat" args:"player"` // NoSeat where a request for one waits for the host
	Handed         Text `json:"handed" args:"player"`
	HostAlready    Text `json:"host_already" args:"player"`
	SureHand       Text `json:"sure_hand" args:"player"`
	SureClose      Text `json:"sure_close"`      // between hands
	SureCloseGone  Text `json:"sure_close_gone"` // practice chips
	SureCloseHand  Text `json:"sure_close_hand"`
	SureHandGone   Text `json:"sure_hand_gone"`
	SureBots       Text `json:"sure_bots"`
	SureBotsStaked Text `json:"sure_bots_staked"`
	NoBot          Text `json:"no_bot" args:"player"`   // may be host
	NotHere        Text `json:"not_here" args:"player"` // a user who is not on the server
	Saved          Text `json:"saved" args:"preset"`    // presets
	Loaded         Text `json:"loaded" args:"preset"`
	LoadedNext     Text `json:"loaded_next" args:"preset"` // where a hand runs
	BadName        Text `json:"bad_name" args:"n"`         // longer than n characters
	NoPreset       Text `json:"no_preset" args:"preset"`
	Full           Text `json:"full" args:"n"` // n presets are all there may be
	Misfit         Text `json:"misfit" args:"option value"`

	LogHead Text      `json:"log_head"`
	LogLine Text      `json:"log_line" args:"when host deed"`
	LogMore Text      `json:"log_more" args:"n"`
	Actions AuditText `json:"deeds"`
}

// AuditText is the host's actions in the log, as the part of a line behind the time and the host.
type AuditText struct {
	Opened   Text   `json:"opened"`
	Paused   Text   `json:"paused"`
	Resumed  Text   `json:"resumed"`
	Closes   Text   `json:"closes"`
	Resealed Text   `json:"resealed"`
	Set      Text   `json:"set" args:"option from to"`
	Kicked   Text   `json:"kicked" args:"player"`
	Handed   Text   `json:"handed" args:"player"`
	Bots     Plural `json:"bots" args:"n"`
	BotsLeft Plural `json:"bots_left" args:"n"`
	Saved    Text   `json:"saved" args:"preset"`
	Loaded   Text   `json:"loaded" args:"preset"`
	Approved Text   `json:"approved" args:"player amount"`
	Declined Text   `json:"declined" args:"player amount"`
}

// WatchText is the texts for spectators: the list of tables, followers, and mirrored boards.
type WatchText struct {
	Head    Text   `json:"head"` // of the list
	Seated  Text   `json:"seated" args:"n seats"`
	Playing Text   `json:"playing" args:"hand"`
	Closing Text   `json:"closing"`
	Waiting Text   `json:"waiting"`
	Soon    Text   `json:"soon"`
	Paused  Text   `json:"paused"`
	Resting Text   `json:"resting"` // it cannot be read
	More    Plural `json:"more" args:"n"`
	Nobody  Text   `json:"nobody"`
	Unsure  Text   `json:"unsure"` // which other channels the reader may see

	Follows  Text `json:"follows" args:"amount channel"`
	Unfollow Text `json:"unfollow"`
	Full     Text `json:"full" args:"n"`
	AllIn    Text `json:"all_in" args:"hand amount players"` // messages to followers
	Pot      Text `json:"pot" args:"hand amount players"`
	End      Text `json:"end" args:"players"`

	Mirrored Text `json:"mirrored" args:"channel"`
	Ended    Text `json:"ended" args:"channel"`
	Nowhere  Text `json:"nowhere"` // its own channel was named, and it is shown in no other
	NoText   Text `json:"no_text" args:"channel"`
	NoSend   Text `json:"no_send" args:"channel"`
	HasTable Text `json:"has_table" args:"channel"`
	Taken    Text `json:"taken" args:"channel"` // by the board of another table
	Source   Text `json:"source" args:"channel"`

	DidMirror Text `json:"did_mirror" args:"channel"` // in the log of hosts
	DidEnd    Text `json:"did_end" args:"channel"`
	DidLose   Text `json:"did_lose" args:"channel"`
}
