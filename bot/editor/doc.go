// Package editor keeps a Discord message up to date within the rate limits.
//
// An [Editor] owns one message. Show sets the content. If the content changes faster than the rate limits allow edits, only
// the newest is sent. A press gets the newest content at once.
//
// Two requests about a message may overtake each other, so one is in flight at a time. But no press waits longer than
// [message.PressWait] for the request before it. When requests did overlap, the editor ends with one more edit. So the rule is:
// when nothing is in flight, the message shows the content of the last Show.
//
// A press leaves the token of its interaction behind. For a while the editor can edit the message with that token, which
// does not count against the channel's rate limit. A private message is edited with its own token only, and its editor keeps a hash
// of its content. A [Pacer] spaces the edits of all messages that share a limit.
package editor
