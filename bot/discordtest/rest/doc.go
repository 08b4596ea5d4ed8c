// Package rest is the REST side of a Discord in memory.
//
// An [API] passes each request through the same steps: an injected fault ([API.Fail]), route and token, rate limits, an
// optional check of its body, its handler, and an optional check of the answer. A handler is a plain function of a call,
// one row in the table of routes: to add a route, add a row and a function.
//
// Handlers look up and change a world.World; their refusals come from package refusal. [API.Requests] is the log of all
// requests.
package rest
