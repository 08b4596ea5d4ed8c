package main

// privateWords lists names that readers once had to learn, with the standard term for each. A private word is refused as a
// declared name in its area, tests included, with a small or a capital first letter. "package x" and "file x.go" refuse
// only that.
var privateWords = []struct{ area, words string }{
	{"bot", `
		abandon             closeOrphan
		actor               Table
		addUp               CheckBalances
		address             loadLocale
		admit               unblock
		adopt               load
		after               Committed
		apart               lowPriority
		asides              rows of the route table
		ask                 Interaction, Modal
		asksHost            needsApproval
		atMost              hardLimit
		attempt             Backoff
		bare                textOnly
		begun               started
		behave              applyExtras
		button              CustomID
		callOff             voidLost
		called              Name
		cargo               attachment
		carrier             an argument
		carry               Do
		certain             ensureKnown
		change              Update
		checkHomes          checkFundSources
		chooses             what the interaction has
		chosen              Store
		complete            Choices
		counted             StatsMode
		counts              reserve
		cure                remedy
		deed                AuditEntry
		door                errgroup
		doubt               uncertain
		doze                sleep
		effect              Hook.Do
		examination         auditor
		excess              tooMany
		finished            Hand
		fits                isCurrent
		fly                 begin
		foreseen, foretold  futurePress
		frame               Content
		freely              softLimit
		front               ownChips
		glance              Summary
		gone                Forgotten
		granted             command
		grow                addSubcommand
		halt                halted
		hand                Files
		hear                cut
		held                state
		house               Guild
		identified          sessionCount
		is                  ongoing
		know, meet          learnName
		lacking             MissingPermissions
		lacksSeal           needsCommitment
		laid                withServerStakes
		landed              finish
		late                timeout
		leaveBoard          showClosed
		length              durationOption
		line                waitlist, throttle
		listeners           recipients
		livePanel           track
		losing              muckPolicy
		lost                deletions; the full name of a metric
		luck                seed
		manners             Extras
		may                 Permissions
		meters              Set
		misfit              NotApplicableError
		moment              page
		named               Target
		neverWas            isStrayBoard
		nod                 Ack
		noted               audit
		of                  Cached
		offer               Choices
		once                idempotencyKey
		opened              errgroup
		opener              OpenRole
		options             Reader
		ordered             do
		others              differ
		pace                Pacer
		panelKey            fingerprint
		pass                Hook.Do
		passing             transient
		past                Hand
		pick                cond
		ping                MentionPolicy
		place               ChannelOption
		placesOf            dealOrder
		plan                preAction
		present             transfer
		proven              Receipt
		question            Confirmation
		rang                alarmPending
		record              Table
		reflect             update
		request             BuyInRequest
		rest                yield
		resting             Unreadable
		richest             leaderboard
		roll                random
		screen              Editor
		seal                Commitment
		seatNote            SeatOffer
		server              Guild
		set                 style
		setting             Option
		settle              set
		shed                obsolete
		shut                forbidden
		sight               visibleChannels
		spot                Ref
		stage               reminderStage
		staked              BotsPlayForWallet
		stakes              participants
		staleAsk            maxAge
		standIn             throttle
		step                clockJump
		stripOld            removeButtons
		sure                confirm
		take                Reserve
		taken               Seen
		taste               Person
		tell                Text
		terms               Table
		thaw                resumeClock
		think               aiDelay
		tied                hasTies
		told                Notice
		tongue              LocaleOf
		tooGenerous         giftLimitText
		turn                want
		turnedAway          Rejected
		undone              VoidNotice
		unfelt              offWallet
		unsaid              the full name of the metric
		untidy              a commit of its own
		unusual             Diff
		usual               Defaults
		visitor             member
		wardrobe            wanted
		watched             Display.Busy
		went                spend
		wentBack            rolledBack
		what                arg
		word                reason
		words               errors
		wrong               explain`},
	{"engine", `
		await, awaits       Pending
		keep                HoldSeat
		least               MinBet
		life                RandomGame
		losing              MuckPolicy
		prefer              SetMuckPolicy
		rearm               CreditDowntime
		silences            Timeouts
		step                transition
		tabled              Shown
		why                 Reason
		package house       ai
		package stars       pokerstars
		file line.go        waitlist.go
		file look.go        view.go`},
	{"engine/fair", `
		own                 OwnProof
		place               Recipient
		file gamma_test.go  statistics_test.go`},
	{"store", `
		again               Duplicate
		books               ledgerTx
		carry               apply
		fact, look, told    read, observed
		greet               probe
		heed                checkFenced
		hold                AcquireLease
		hunch               guess
		insist              RetryUntilReady
		inspection          ReadOnly
		oblivion            ErasureRequest
		place               Rank
		reckon              computePostings
		rehearse            checkPermissions
		richest             TopWallets
		standing            tableState
		tally               posting
		tenure              LeaseHolder
		file books.go       sqlite/*.go
		file carry.go       apply.go
		file reader.go      sqlite/*.go
		file tenure.go      lease.go
		file writer.go      sqlite/*.go`},
	{"render", `
		ago                 RelativeTime
		called              DisplayName
		deed                AuditEntry
		for                 Lookup
		gone                Departed
		taste               Preferences
		with                Format
		word                NoticeReason
		file chance.go      equity.go
		file nudge.go       mentions.go
		file richest.go     leaderboard.go
		file settle.go      settlement.go`},
	{"render/picture", `
		cases               fonts
		deck                cardStyle
		desk                cache
		easel               canvas
		ink                 colour
		plan                layout
		table               background`},
	{"bot/rest", `
		atOnce              NoWait
		barred              BlockTime
		limited             RateLimited
		rush                epoch
		spare               LowPriority
		spent               fuseUntil
		tap                 recorder
		turned              rotatedAt
		file bar.go         block.go
		file shape.go       routes.go`},
	{"bot/gateway", `
		beat                heartbeat
		cheap               cheapFailures
		digest              classify
		goodbye             sendClose
		introduced          identified
		live                serve
		notYet              retryAfter`},
	{"cmd", `
		asksHelp            wantsHelp
		goodbye             releaseLease
		outgoing            fencedTransport
		refuse              exitUsageError
		tenure              LeaseHolder
		file tenure.go      lease.go`},
}

// stays lists private words that are right for another thing: only for these kinds of names, below this folder, and with
// tests only in test files.
var stays = []struct {
	words, below, kinds string
	tests               bool
	why                 string
}{
	{"hand", "bot", "type field local", false, "a hand of poker"},
	{"record", "bot/table", "method", false, "Table.Record returns the record, as it is stored"},
	{"of", "bot/channel", "func", false, "channel.Of(t): the channel of a table"},
	{"hand", "bot/invariant", "method", false, "a hand of poker"},
	{"actor", "bot", "local method", true, "the player to act, as books on poker have it"},
	{"turn", "bot", "field local", false, "whose turn it is to act: engine.Turn"},
	{"held", "bot", "field local", true, "the cards that a player holds"},
	{"held", "bot/invariant", "field", false, "the cards that a player holds"},
	{"line", "bot", "local", false, "a line of text"},
	{"word words", "bot", "local field", false, "a word of a text"},
	{"word", "render", "local field", false, "a word of a text"},
	{"step", "bot", "field local method", true, "a step of a script or of a simulation"},
	{"step", "engine/fair", "type field local", false, "a step of a proof"},
	{"step", "engine/replay", "type", false, "a step of a replay"},
	{"deck", "render/picture", "local", true, "a deck of cards"},
	{"button", "bot", "field local", false, "a button of a message, or the dealer's"},
	{"button", "bot/discordtest", "func method", false, "a button of a message"},
	{"button", "bot/rest", "func", true, "a button of a message"},
	{"options", "bot", "field local", false, "the options of a command or a table"},
	{"options", "bot/discordtest", "type", false, "what a fake Discord is made with"},
	{"record", "bot", "field local", false, "a stored record"},
	{"change", "bot", "local", false, "a store.Change, or a difference"},
	{"request", "bot", "local", false, "an HTTP request"},
	{"request", "bot/rest", "type", false, "an HTTP request"},
	{"request", "bot/discordtest", "type func method", false, "an HTTP request"},
	{"server", "bot", "field local", true, "a redis-server, or Discord's name of a guild in its client"},
	{"server", "bot/discordtest", "type local", false, "a program that answers requests"},
	{"address", "bot/gateway", "local method", false, "a network address"},
	{"address", "bot/rest", "var", false, "a network address"},
	{"frame", "bot/gateway", "type", false, "a WebSocket frame"},
	{"frame", "bot/discordtest", "type", false, "a WebSocket frame"},
	{"identified", "bot/gateway", "field", false, "after Discord's opcode IDENTIFY"},
	{"identified", "bot/discordtest", "field", false, "after Discord's opcode IDENTIFY"},
	{"late", "bot", "local", false, "something came too late"},
	{"late", "bot/discordtest", "field", false, "how late Discord delivers an interaction"},
	{"lost", "bot", "local", false, "something was lost on the way"},
	{"lost", "bot/gateway", "field", true, "a connection that was lost"},
	{"once", "bot", "field local", false, "a sync.Once, and what happens one time only"},
	{"effect", "bot", "type field local", false, "an effect on the world, as package failpoint names it"},
	{"after", "bot", "field local", false, "how long to wait, and the state beside the one before"},
	{"others", "bot", "field local", false, "the other players or languages"},
	{"taken", "bot", "local", false, "a seat or a name that is taken"},
	{"opened", "bot", "local", false, "a table or a form that was opened"},
	{"rest", "bot", "local", false, "what is left of a text or list"},
	{"rest", "bot", "field", false, "the client of package rest"},
	{"set", "bot", "field local", false, "a set, or a *metrics.Set"},
	{"set", "bot/metrics", "type", false, "a set of metrics, as VictoriaMetrics calls it"},
	{"set", "bot/emoji", "type", false, "the set of emoji"},
	{"pace", "bot", "field local", false, "how fast something goes on"},
	{"length", "bot", "local", false, "how long something takes"},
	{"fits", "bot", "local", false, "something has room"},
	{"counts", "bot", "field", false, "how many there are in each bucket"},
	{"plan", "bot", "type field", true, "what a simulation is to do"},
	{"settle", "bot", "method", true, "waits until nothing more happens"},
	{"seal", "bot/shuffle", "method", false, "encrypts, as cipher.AEAD does"},
}
