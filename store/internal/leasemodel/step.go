package leasemodel

// Step names what happens between two states.
type Step string

// The steps of the store, of a process, and of the world around them.
const (
	Granted    Step = "the lease is asked for"
	Listed     Step = "the guilds are listed"
	Fenced     Step = "the guild is fenced"
	Loaded     Step = "the table is read"
	Registered Step = "the guild is registered"
	Checked    Step = "the newest lease is looked at"
	Committed  Step = "a commit arrives"
	Renewed    Step = "a renewal arrives"
	Released   Step = "a release arrives"
	AsksAgain  Step = "overtaken while it acquired"
	Plays      Step = "plays"
	Presses    Step = "a press"
	Shows      Step = "shows a commit"
	Reads      Step = "reads the table anew"
	TriesAgain Step = "sends a commit again"
	Doubts     Step = "does not know what is stored"
	GivesUp    Step = "gives up on another call"
	Overtaken  Step = "learns that it was overtaken"
	Renews     Step = "learns that it has renewed"
	Ends       Step = "ends"
	Ticks      Step = "a tick"
	Cuts       Step = "cut off"
	Heals      Step = "the cut heals"
	Sleeps     Step = "falls asleep"
	Wakes      Step = "wakes up"
	Dies       Step = "dies"
	Starts     Step = "starts"
	Late       Step = "a late request arrives"
	StoreJumps Step = "the store's clock jumps"
	ClockJumps Step = "a process's clock jumps"
)

// Steps names the functions that a step stands for, as "package Type.Function". The model calls those of Runs itself, and
// does in its own words what those of Like do. The steps of the world have neither.
var Steps = map[Step]struct{ Runs, Like []string }{
	Granted: {
		Runs: []string{"store/internal/lease Acquire"},
		Like: []string{"store/redis Store.Acquire", "store/redis Store.updateLeases", "store acquireWhenFree"},
	},
	Listed:     {Like: []string{"store/redis fence.write", "store/redis Store.guildsOf"}},
	Fenced:     {Runs: []string{"store/internal/ledger CheckEpoch"}, Like: []string{"store/redis fence.writePage"}},
	Loaded:     {Like: []string{"store LeaseHolder.Tables", "store/redis Store.Load"}},
	Registered: {Like: []string{"store/redis guildList.register"}},
	Checked:    {Like: []string{"store/redis Store.checkNewest"}},
	Committed: {
		Runs: []string{"store/internal/ledger Apply"},
		Like: []string{"store LeaseHolder.Commit", "store/redis Store.updateOptimistically"},
	},
	Renewed:    {Runs: []string{"store/internal/lease Renew"}, Like: []string{"store/redis Store.Renew", "store/redis fence.writeWhileRenewing"}},
	Released:   {Runs: []string{"store/internal/lease Release"}, Like: []string{"store/redis Store.Release", "cmd/cardroom releaseLease"}},
	AsksAgain:  {Like: []string{"store/redis Store.Acquire"}},
	Plays:      {Like: []string{"store AcquireLease", "bot Bot.load"}},
	Presses:    {Like: []string{"bot/table Table.commit", "store/redis Store.update"}},
	Shows:      {Like: []string{"bot/table Table.commit"}},
	Reads:      {Like: []string{"bot/table Recovery.reload"}},
	TriesAgain: {Like: []string{"bot/storage Twice"}},
	Doubts:     {Like: []string{"bot/table journal.store", "bot/table Recovery.markUncertain"}},
	GivesUp:    {Like: []string{"store RetryUntilReady", "store LeaseHolder.renew"}},
	Overtaken:  {Like: []string{"store LeaseHolder.checkFenced", "cmd/cardroom player.play"}},
	Renews:     {Like: []string{"store LeaseHolder.renewUntilStopped", "store LeaseHolder.Confirm"}},
	Ends:       {Like: []string{"cmd/cardroom player.playUnder", "store LeaseHolder.End"}},
	Starts:     {Like: []string{"cmd/cardroom ownName"}},
}

// stepOf names the step in which the store carries out a request.
var stepOf = map[kind]Step{
	grant: Granted, list: Listed, fence: Fenced, load: Loaded, register: Registered, check: Checked, commit: Committed,
	renew: Renewed, release: Released,
}
