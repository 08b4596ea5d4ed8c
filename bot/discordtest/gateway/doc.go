// Package gateway is the websocket side of a Discord in memory.
//
// A [Gateway] upgrades requests ([Gateway.Serve]) and follows Discord's protocol. It sends HELLO, answers IDENTIFY with
// READY and the guilds of the shard, and acknowledges heartbeats. It answers RESUME with everything since the client's last
// event, and an invalid message with Discord's close code. [Gateway.Dispatch] sends an event to the sessions of a guild.
// [Gateway.SetFaults], [Gateway.Cut], [Gateway.CloseAll], [Gateway.RequestReconnect] and [Gateway.Invalidate] make it fail.
//
// It shares the lock of its [Host], so that no event is missing between READY and the state in it.
package gateway
