// Package page is a front for a discordtest.Server: one web page that looks and
// works like a channel of a chat client. A person at a browser reads what one
// of the guild's people sees and acts as them; the bot cannot tell the
// difference, because it speaks to the same server as in every test.
//
// The page is for the machine it runs on. It answers loopback addresses only
// and refuses what another site's page sends, because a visitor may act as any
// of the people.
//
//	GET  /            the page; /page.css and the scripts beside it
//	GET  /events?as=  a stream of server-sent events: all messages, then changes
//	POST /act         something a person does, answered with what came of it
//	GET  /emojis/ID   the picture of one of the application's emojis
//
// The server itself answers everything else, such as /api and the gateway. Each
// person has a client in a language of their own: the browser's at first, then
// the one they choose. The bot learns it, and the page and its commands are in it.
package page
