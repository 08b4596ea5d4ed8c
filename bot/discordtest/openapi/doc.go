// Package openapi checks the requests to a Discord and its answers against Discord's own published OpenAPI description
// (github.com/discord/discord-api-spec, version 3.1, so that its schemas are JSON Schema 2020-12).
//
// It is a package of its own, for tests only, so that nothing else links the schema library. A Description's methods fit
// discordtest.Options:
//
//	api, err := openapi.Find()
//	if err != nil {
//		t.Skip(err) // the description is not part of this repository
//	}
//	srv := discordtest.New(discordtest.Options{Check: api.Request, CheckReply: api.Reply})
package openapi
