// Package bot plays poker in Discord channels: it takes what people press and type, lets the engine decide, stores the
// outcome, and only then shows it.
//
// A press goes through these hands:
//
//	gateway   delivers it; handle (intake.go) reads it into an ask, once, and queues it in the inbox of the table's actor
//	actor     takes one ask after another (actor.go); what it means is in the files named below
//	engine    says what the table is then, or why not
//	store     keeps it: table, ledger and history in one commit. Until it has, nobody sees anything
//	screen    shows it (screen.go): the answer to the press is the new board
//
// # One actor a table
//
// Everything that happens to a table happens in its actor's jobs, one after another (inbox.go): presses, commands, the
// clock, and the outcomes of what the actor itself asked of Discord. An actor with nothing to do has no goroutine; one timer wakes
// it when the engine's Awaits says that something is due (clock.go). After a quiet minute it lets go of its table as well:
// the store has it all, and is asked when the next thing happens (sleep.go).
//
// # Persist, then show
//
// apply (commit.go) is the whole of it: engine, commit, show. A refusal or a failed commit leaves the actor as it was. When the
// store's answer is lost the actor is in doubt: it reads the table again before it does anything else (doubt.go), and the
// asker is told that the board will show. An ask has an id under which the store carries it out at most once, in this life of the
// program or the next. What a store has lost is not done: rollback.go; what the log says while it is away: outage.go; how
// often the program may begin anew in a day: identify.go. That no other process plays these tables is the Store's to see to
// (store.Tenure); a commit that is fenced ends Run.
//
// # One screen a message
//
// A board is one message that many things want to change. Its screen keeps only the newest frame, has one request under
// way, leaves 1.25 seconds between edits (pace.go), and lets every press carry the newest frame in its own answer, which
// costs no edit. Private panels are screens too, written by their owner's token as long as it lives.
//
// # Two commits to a hand
//
// A hand starts with a commit of seats and blinds; then its message is created, under a nonce that makes asking twice
// harmless; then the deal, in a commit that carries the message's id. No message, no deal: a card that anyone has seen
// belongs to a message that is stored (show.go).
//
// Before that, the seals of the hand and of those after it stand in the channel (batch.go); the commit that starts it closes
// the cuts (cut.go), and the one that deals it carries all that was mixed in. So the deck is fixed by what is stored, and a
// restart deals the same cards. The history keeps what a receipt is made of (proof.go), which /verify checks (verify.go);
// /history shows its hands again (history.go), and what people did in them is counted as they end (stats.go).
//
// # What a card passes through
//
// Cards are in the engine's tables, unseen, and leave them by View for one viewer. The public board is drawn from the
// view of nobody; a panel from its owner's, and it goes out only as an answer to its owner. What is stored, records and
// history, has no card that not everyone has seen: it has what the deck is made of, the secret of it sealed (seal.go), and the
// deck is made again when a table is read (deck.go). Whoever changes any of it in the store gets no other deck, but a
// table that cannot be read.
//
// # What is stored is believed only whole
//
// A record or a hand lies in an envelope with a tag over every byte, its place and its version (envelope.go). What does not
// fit is left as it is, named, and its channel told once (unreadable.go). At the start the chips of each
// guild are added up (sums.go). Examine looks at all that is stored (examine.go), and Void gives the chips of
// a hand back where nobody can play it on (doctor.go).
//
// # Where it may end
//
// The program may be killed anywhere. point.go names the places where that costs most: before and after each thing it does
// to store and Discord. What was under way with Discord then, the next life finds in the channel and tidies up (sweep.go); it
// looks before it changes anything, for the channel may show what the store has lost meanwhile.
// When the machine's clock is set, the deadlines move with it (step.go). Where Discord refuses the bot, the table
// stands still until it may again (access.go).
//
// # Where things are
//
// What people do: play.go is bets and the draw, sure.go the second question before nearly everything goes in, plan.go
// what is to be done when the turn comes, showdown.go showing, mucking and running it twice; seats.go is seats and chips,
// line.go the line for a seat, money.go wallets and the ledger, gift.go chips from one wallet to another, funds.go where
// those of a table come from, request.go what of them waits for the host's yes; table.go is the host's, house.go house
// players, settings.go the panel of the options of the house and terms.go these options; hosting.go seats that a host takes
// away, who is host next and the log of it all, preset.go options of the house under a name; taste.go is what people choose
// for themselves, server.go what is chosen for a server, chosen.go how both are kept, tongue.go who reads which language,
// and forget.go how somebody is forgotten.
//
// Who watches: watch.go lists the tables of a server whose channels the asker may see (sight.go), follow.go tells followers
// of a table what is worth it, and mirror.go shows its board in another channel, all of it from the view of nobody.
//
// What is read and said: ask.go, button.go and rules.go read asks, custom ids and options; words.go turns errors into
// words, answer.go answers, choices.go completes, panel.go keeps private panels, show.go the board, message.go the messages
// of a channel. record.go is what the store keeps of a table; register.go is the commands Discord is told of.
//
// What is around all tables: bot.go starts, runs and stops, picture.go draws boards beside the actors, emoji.go brings
// cards to Discord as emoji, meter.go and histogram.go count, and hidden.go keeps what is secret out of every line that is printed.
package bot
