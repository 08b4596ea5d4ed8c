package locale

// FairText is the texts about the shuffle and its proof.
type FairText struct {
	Sealed       Text `json:"sealed" args:"from to beacon root"`
	Replaces     Text `json:"replaces" args:"message why"`
	OldSeals     Text `json:"old_seals"`
	LostSeals    Text `json:"lost_seals"`
	UnseenSeals  Text `json:"unseen_seals"`
	LeftSeals    Text `json:"left_seals"`        // the table no longer uses their beacon
	GoneSeals    Text `json:"gone_seals"`        // the channel with their message was deleted
	KeylessSeals Text `json:"keyless_seals"`     // the key that encrypted them was lost
	Print        Text `json:"print" args:"hand"` // the fine print under a result
	Cut          Text `json:"cut" args:"player hand text"`
	CutLost      Text `json:"cut_lost" args:"player hand"`
	CutLength    Text `json:"cut_length"`
	CutEarly     Text `json:"cut_early"`
	CutOut       Text `json:"cut_out"` // the player is not dealt in
	CutSoon      Text `json:"cut_soon" args:"when"`

	ByBeacon     Text `json:"by_beacon" args:"round beacon"`
	BeaconAbsent Text `json:"beacon_absent" args:"round beacon"`
	Line         Text `json:"line" args:"link"` // the message of a hand under a beacon
	DemoBeacon   Text `json:"demo_beacon"`
	OwnBeacon    Text `json:"own_beacon"` // the operator chose it

	CutBeacon     Text `json:"cut_beacon"`
	BeaconLate    Text `json:"beacon_late" args:"hand"`
	BeaconRemoved Text `json:"beacon_removed" args:"hand"`
	MessageLost   Text `json:"message_lost" args:"hand"`
	Resealed      Text `json:"resealed"`
	NotWaiting    Text `json:"not_waiting"` // for a beacon

	Grade       Text   `json:"grade" args:"hand grade means"`
	A           Text   `json:"a"`
	AChosen     Text   `json:"a_chosen"` // the operator chose the beacon
	B           Text   `json:"b"`
	C           Text   `json:"c"`
	D           Text   `json:"d"`
	Place       Text   `json:"place" args:"n size link"`
	Mixed       Plural `json:"mixed" args:"n"`
	Uncut       Text   `json:"uncut"`
	Unplaced    Text   `json:"unplaced"` // void, and its message may be there
	Unmixed     Text   `json:"unmixed"`  // void before its message stood
	Message     Text   `json:"message" args:"link"`
	GoneMessage Text   `json:"gone"`  // a message of the hand, with its channel
	Moved       Text   `json:"moved"` // the table, to another channel
	Leftover    Text   `json:"leftover"`
	Among       Text   `json:"among" args:"from to"`
	Cards       Text   `json:"cards"`
	Void        Text   `json:"void"`
	Sees        Text   `json:"sees"`
	NoVoids     Text   `json:"no_voids"`
	Voids       Plural `json:"voids" args:"n"`
	File        Text   `json:"file"`
	Own         Text   `json:"own"`
	Fault       Text   `json:"fault" args:"hand fault"`
	Faults      Faults `json:"faults"`
	Unproven    Text   `json:"unproven" args:"hand"`
	Unknown     Text   `json:"unknown" args:"hand"`

	Unreadable Text `json:"unreadable" args:"hand"` // in the history

	Series         Plural `json:"series" args:"n from to"`
	SeriesWhole    Text   `json:"series_whole"`
	SeriesVoid     Text   `json:"series_void" args:"list"`
	SeriesLate     Text   `json:"series_late" args:"list"`
	SeriesUnproven Text   `json:"series_unproven" args:"list"`
	SeriesDropped  Text   `json:"series_dropped" args:"list"` // from the history
	SeriesFile     Text   `json:"series_file"`
	SeriesRange    Text   `json:"series_range" args:"most last"`

	Choice     Text `json:"choice" args:"hand amount" most:"100"` // of a list of hands
	ChoiceVoid Text `json:"choice_void" args:"hand" most:"100"`
	None       Text `json:"none"`
}

// Faults names the fault, by the step of the check that found it.
type Faults struct {
	Form       Text `json:"form"`
	Seal       Text `json:"seal"`
	Batch      Text `json:"batch"`
	Start      Text `json:"start"`
	Cuts       Text `json:"cuts"`
	Beacon     Text `json:"beacon"`
	Signature  Text `json:"signature"`
	Decks      Text `json:"decks"`
	Entropy    Text `json:"entropy"`
	Cards      Text `json:"cards"`
	Own        Text `json:"own"`
	Transcript Text `json:"transcript"`
}
