// Package gateway keeps a bot connected to Discord's gateway and hands on its events, one after the other.
//
// A tour: [Run] starts one shard after the other. A shard dials, serves one connection to its end, decides what that end means
// and dials again. A connection is one loop that reads and one goroutine that sends heartbeats; both end with it.
//
// The events are discordgo's, the connection is not: discordgo's hangs for ever when op 9 answers a RESUME or op 7 comes
// before READY, repeats a refused login until Discord resets the token, and notices a silent connection after five heartbeats.
// Here nothing waits without a limit. [Config.Patience] ends a silent start, and half a heartbeat a silent connection. A lost
// connection is resumed: one RESUME goes out, however many dials fail before it, for two minutes. Identifies keep their
// distance and stop when the day's are used up. A refusal that cannot get better ends Run with a [*FatalError];
// after everything else the shard tries again after 1, 2, 4 … 60 s.
package gateway
