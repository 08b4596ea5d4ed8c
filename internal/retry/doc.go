// Package retry says when to try again what failed, and how often.
//
// A tour: a [Backoff] is a schedule, a plain value that is declared beside what it is for. [Do] follows it in a loop until
// the work succeeds, fails for good ([Permanent]) or the context ends. Code that must not block, because it belongs to a
// table or a connection, asks [Backoff.Delay] with its own count of failures, or keeps an [Attempt]. A server that names a
// time itself is obeyed: [After] finds it in any error with a method RetryAfter.
//
// The package is small on purpose. The usual libraries keep the count inside the schedule, in a value with a lock or a
// closure. Here counts come from elsewhere: from the store (sessions of a day), from a rule (failures that cost nothing
// count up to four), one from each of ten thousand messages. They also know a server's wait in whole seconds or not at all.
package retry
