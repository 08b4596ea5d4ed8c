// Package page is a front end for a discordtest.Server: one web page that looks and works like a channel of a chat client.
// A person in a browser reads and acts as one of the guild's people. The bot cannot tell the difference, because it talks
// to the same server as in every test.
//
// The page is for the machine it runs on. It answers loopback addresses only and refuses requests from another site's page,
// because a visitor may act as any of the people.
//
//	GET  /            the page; /page.css and the scripts beside it
//	GET  /events?as=  a WebSocket with a stream of events: all messages, then changes; &in= is a channel's id or name
//	POST /act         an act of a person, answered with its outcome
//	GET  /emojis/ID   the picture of one of the application's emojis
//
// The server itself answers everything else, such as /api and the gateway. Each person has a client with its own language:
// the browser's at first, then the one they choose. The bot receives it, and the page and its commands use it.
package page
