// Package interaction parses Discord's interactions, once, at the edge of the program.
//
// An [Interaction] has the user, the channel, the message and the action: a command with its options, a completion, the
// press of a component or a modal. [Parse] refuses interactions that no client of this bot can have sent. The fields are
// still untrusted input: a custom id names a table and a turn, and the handler checks both.
//
// An [Origin] is the part that stays in memory after the handler, for messages that follow.
//
// An interaction has one answer. Claim returns true to the first caller, and package reply sends the answer. [Deliveries] finds
// interactions that Discord delivers twice.
package interaction
