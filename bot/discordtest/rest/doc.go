// Package rest is the REST side of a Discord made of memory.
//
// An [API] takes each request through the same steps: a fault that it may meet
// ([API.Fail]), route and token, rate limits, an optional judge of its body, its
// handler, and an optional judge of the answer. A handler is a plain function of
// a call, one row in the table of routes: to answer a further route, add a row
// and a function.
//
// Handlers look up and change a world.World; what they refuse they refuse by
// package refusal. [API.Requests] is the log of everything that was asked.
package rest
