// Package discordtest is a Discord made of memory, in the manner of
// net/http/httptest: a real client talks to it, people act in it and see, and
// it is as strict as Discord is. The same Server stands behind the demo.
//
// # The world
//
// A [Server] has one application with a bot user. [Server.Guild],
// [Guild.Channel], [Channel.Thread] and [Guild.Person] make what they name on
// first use. A [Person] has permissions ([Person.Grant]) and a language; a
// channel can withhold permissions from the bot ([Channel.BotLacks]) and from
// people ([Channel.Deny], [Channel.Allow]), lose messages to a moderator
// ([Channel.DeleteMessage]) or be deleted.
//
// # The bot's side
//
// The bot reaches the server through [Server.Client] and [Server.Dialer]
// without any network, or at the address of [Server.Listen]. REST is answered
// below /api/vN for any N, the gateway's websocket at /gateway. Requests are
// refused for what Discord refuses them for, in its own JSON: sizes and shapes
// of messages, modals, choices and commands (50035 with the tree of fields),
// an answer after three seconds (10062) or a second one (40060), a token after
// fifteen minutes (50027), an ephemeral message by a channel's route (10008),
// too many requests (429 with all headers), too many edits of old messages
// (30046). The gateway sends HELLO, READY and events, compressed when asked,
// replays them on RESUME, and closes with Discord's codes.
//
// # The people's side
//
// [Person.Command], [Person.Press], [Person.Choose], [Person.Submit] and
// [Person.Complete] do what a person's client does: they let through what the
// client lets through, wait for the bot, and return an [Answer], with
// [ErrNoAnswer] after three seconds. [Person.Start] does not wait, and
// [Person.Deliver] and [Person.Forge] do what no honest client does: events
// twice, late, with a given id, or for a button that is not there.
//
// [Person.See] is what a person sees, [Channel.Messages] what everyone sees.
// A [Message] knows its history and whom it notified, and draws itself as text
// that is the same in every run, for golden transcripts. [Server.Watch] tells
// of changes as they happen.
//
// # Judgement
//
// [Server.Complaints] lists what a strict reviewer would object to: a test of
// a bot ends with none. [Server.Requests] and [Interaction.Requests] say what
// something cost. [Options] take judges of every request and answer; the
// subpackage openapi judges by Discord's own published description.
// [Server.Fail] and [Server.SetGatewayFaults] let Discord fail.
//
// # Time
//
// Everything runs in a testing/synctest bubble, where three seconds and
// fifteen minutes cost nothing. Two things are good to know there. A bubble
// begins in the year 2000, before the first id Discord could make, so [New]
// lets the clock run to 2026. And discordgo's Close sleeps for a second with
// its lock held: should another of its goroutines want the lock, the bubble's
// clock stands still for ever. Call synctest.Wait before Close.
//
// With Options.State the server keeps its world in a file, and can be killed
// at any moment.
package discordtest
