// Package discordtest is a Discord in memory, in the manner of net/http/httptest. A real client talks to it, people act in
// it and see messages, and it is as strict as Discord. The demo uses the same Server.
//
// A bot reaches a [Server] through [Server.Client] and [Server.Dialer] without a network, or at the address of
// [Server.Listen]. A [Person] works like a person's client: [Person.Command], [Person.Press], [Person.Choose],
// [Person.Submit] and [Person.Autocomplete] apply the checks of a real client, wait for the bot, and return an [Answer];
// [Person.Start], [Person.Deliver] and [Person.Forge] do acts of no honest client. [Person.See] returns the messages that
// a person sees. A [Message] draws itself as text that is the same in every run, for golden transcripts.
//
// [Server.Complaints] lists the objections of a strict reviewer: a test of a bot ends with none. [Server.Requests] lists
// the bot's requests. [Server.Fail] and [Server.SetGatewayFaults] make Discord fail.
//
// Package world holds Discord's data, gateway its websocket and rest its HTTP routes. Packages form and registry check
// messages and commands, limits counts requests, refusal has the refusals, and object the JSON objects.
//
// Everything runs in a testing/synctest bubble. A bubble begins in the year 2000, before the first possible id of Discord, so
// [New] lets the clock run to 2026. Call synctest.Wait before discordgo's Close, which sleeps for a second with its lock held: a
// goroutine that wants the lock would stop the bubble's clock for ever.
package discordtest
