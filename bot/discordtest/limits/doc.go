// Package limits counts requests as Discord's rate limits do.
//
// Discord documents the global limit only and says that the others must be read
// from the headers of its answers; the rates here are what its users measured.
// A [Limiter] has a fixed window for each bucket, one for all routes together,
// and one for each channel's edits of old messages. [Limiter.Take] counts a
// request, writes the headers and returns the body of the 429 when there were
// too many. [Streaks] counts refusals in a row, which in the end cost a bot its
// address.
package limits
