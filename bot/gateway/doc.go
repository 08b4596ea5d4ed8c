// Package gateway keeps a bot connected to Discord's gateway and delivers its events, one after another.
//
// [Run] starts the shards one after another. A shard dials, serves one connection to its end, decides how to continue and
// dials again. A connection is one loop that reads and one goroutine that sends heartbeats; both end with it.
//
// The events are discordgo's, the connection is not. Discordgo's connection hangs for ever when op 9 answers a RESUME or op
// 7 comes before READY. It repeats a refused login until Discord resets the token. It notices a silent connection only
// after five heartbeats. Here every wait has a limit. [Config.Patience] ends a silent start, and half a heartbeat a silent
// connection. A lost connection is resumed: one RESUME goes out, however many dials fail before it, for two minutes. A second one
// goes out where Discord answers the first by op 7, or by an op 9 that allows it. Identifies are spaced and stop when the day's
// limit is used up. The shards of a process ask once for the gateway, and a shard that resumes does not wait for that while an
// address is known. A permanent refusal ends Run with a [*FatalError]. After any other failure the shard retries after 1, 2,
// 4 … 60 s. Failures before IDENTIFY or RESUME let that pause grow to 8 s at most.
package gateway
