package leasemodel

// Fault is a mistake in the protocol, planted to see that the model finds it.
type Fault string

// The faults.
const (
	None             Fault = ""
	NoFence          Fault = "a commit is not compared with the fence"
	NoGuildFence     Fault = "acquiring a lease does not fence the guilds"
	RenewsOvertaken  Fault = "a lease that ran out is renewed even where another process has acquired it"
	NoVersion        Fault = "a commit does not say from which version it was made"
	RegistersLate    Fault = "a guild is registered after the newest lease was looked at"
	NoCheck          Fault = "the first commit in a guild does not look at the newest lease"
	EpochOfClock     Fault = "the epoch is that of the clock alone"
	GrantsHeld       Fault = "a lease is granted while another process holds it"
	ReleasesAny      Fault = "a release ends the lease of any process"
	ReleasesByName   Fault = "a release ends a later lease of the same process"
	Endless          Fault = "a lease does not run out"
	ShowsFirst       Fault = "a press is shown before it is stored"
	AssumesDone      Fault = "a commit without a reply counts as stored"
	AppliesAgain     Fault = "a commit that is sent again is applied again"
	TriesForever     Fault = "a commit without a reply is sent again and again"
	RenewsOnceFenced Fault = "a process renews its lease only once it has fenced all guilds"
	NeverLearns      Fault = "a process that was overtaken asks for its old lease only"
)
