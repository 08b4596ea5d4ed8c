// Package limits counts requests as Discord's rate limits do.
//
// Discord documents only the global limit and says that clients must read the others from the headers of its answers. The
// rates here are measurements by its users. A [Limiter] has a fixed window for each bucket, one for all routes together,
// and one for each channel's edits of old messages. [Limiter.Count] counts a request, writes the headers and returns the
// body of the 429 if there were too many. [Streaks] counts successive refusals, for which Discord bans an address in the
// end.
package limits
