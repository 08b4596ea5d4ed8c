// Package discordtest is a Discord made of memory, in the manner of
// net/http/httptest: a real client talks to it, people act in it and see, and
// it is as strict as Discord is. The same Server stands behind the demo.
//
// A bot reaches a [Server] through [Server.Client] and [Server.Dialer] without a
// network, or at the address of [Server.Listen]. A [Person] does what a person's
// client does: [Person.Command], [Person.Press], [Person.Choose],
// [Person.Submit] and [Person.Autocomplete] let through what the client lets
// through, wait for the bot, and return an [Answer]; [Person.Start],
// [Person.Deliver] and [Person.Forge] do what no honest client does.
// [Person.See] is what a person sees. A [Message] draws itself as text that is
// the same in every run, for golden transcripts.
//
// [Server.Complaints] lists what a strict reviewer would object to: a test of a
// bot ends with none. [Server.Requests] says what something cost. [Server.Fail]
// and [Server.SetGatewayFaults] let Discord fail.
//
// Below the people, what Discord knows is in package world, its websocket in
// gateway, its HTTP routes in rest; form and registry check messages and
// commands, limits counts, refusal says no, object has the JSON objects.
//
// Everything runs in a testing/synctest bubble. A bubble begins in the year
// 2000, before the first id Discord could make, so [New] lets the clock run to
// 2026. Call synctest.Wait before discordgo's Close, which sleeps for a second
// with its lock held: a goroutine that wants the lock would stop the bubble's
// clock for ever.
package discordtest
