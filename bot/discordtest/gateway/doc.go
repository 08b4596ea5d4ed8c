// Package gateway is the websocket side of a Discord made of memory.
//
// A [Gateway] upgrades requests ([Gateway.Serve]) and talks as Discord does:
// HELLO, IDENTIFY and READY with the guilds of the shard, heartbeats, RESUME with
// everything since the client's last event, and Discord's close codes for what
// it does not accept. [Gateway.Dispatch] sends an event to the sessions of a
// guild. [Gateway.SetFaults], [Gateway.Cut], [Gateway.CloseAll],
// [Gateway.RequestReconnect] and [Gateway.Invalidate] let it fail.
//
// It shares the lock of its [Host], so that no event falls between READY and
// what READY says.
package gateway
