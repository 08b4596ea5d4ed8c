// Package editor keeps a Discord message at its newest content within the rate limits.
//
// An [Editor] owns one message. Show gives it the content that the message is to show. Content that changes faster than the
// message may be edited is skipped: only the newest is sent. A press is answered with the newest content at once.
//
// Two requests about a message may overtake each other, so one is in flight at a time. But no press waits longer than
// [PressWait] for the request before it. When requests did overlap, the editor ends with one more edit. So the law is: when
// nothing is in flight, the message shows the content of the last Show.
//
// A press leaves the token of its interaction behind. For a while the message can be edited by it, which does not count
// against the channel's rate limit. A [Pacer] spaces the edits of all messages that share a limit.
package editor
