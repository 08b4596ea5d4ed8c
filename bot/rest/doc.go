// Package rest makes the few Discord requests that a poker table needs, with net/http and the types of discordgo.
//
// [Client] has one method per request. Those with a [Ref] use the interaction's token and are exempt from the bot's global
// limit; the others use the bot's token. A request is a plain value. It passes the block list, the bucket of its route or
// token, the breaker and the pacer, and is sent; after a 429, which Discord does not carry out, up to three times. The error of a
// request is a [*RateLimited], or an [*Error] that matches at most one of the sentinels. One that cannot be made, such as with
// too long a nonce, has another error. No error contains a URL, because interaction tokens are part of Discord's paths.
//
// Discordgo's own client ignores the caller's deadline, shares one limit between all interaction tokens, and posts again
// after a 502. Here waits end with the context. Where an outcome is unknown, the client repeats only requests that take effect
// once: a message with an enforced nonce, and the answer to an interaction. It also repeats the read of [Client.Original].
// It sends nothing to a channel that refused the bot for [BlockTime], because Discord bans addresses for refused requests.
// Messages notify only the users that they name. An edit always sets content, components and mentions, so that no message keeps
// an old part.
package rest
