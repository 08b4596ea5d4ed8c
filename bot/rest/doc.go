// Package rest makes the few Discord requests that a poker table needs, with net/http and the types of discordgo.
//
// A tour: [Client] has one method per request. Those that take a [Ref] travel under an interaction's own token and are exempt
// from the bot's global limit; the others use the bot's token. A request is a plain value. It passes the block list, the
// bucket of its route, the breaker and the pacer, is sent once, and comes back as nil, as a [*RateLimited] or as an [*Error]
// that matches one of the sentinels. Neither holds a URL, since interaction tokens are part of Discord's paths.
//
// discordgo's own client sleeps through the caller's deadline, shares one limit between all interaction tokens, and posts
// again after a 502. Here waits end with the context, and only what takes effect once is repeated: a message with an enforced
// nonce, and the answer to an interaction. A channel that refused the bot is not asked again for [BlockTime], because Discord
// bans addresses for refused requests. Messages notify nobody by accident, and an edit always carries content, components and
// mentions, so that no message keeps half of what it was.
package rest
