// Package reply answers interactions, each exactly once.
//
// A [Responder] has one method for each kind of answer: text, files, a modal, choices, an update of the message that was
// pressed, or an acknowledgement. Each of them claims the interaction first. The first caller wins, and an answer to an
// interaction that is answered already is dropped without being made: so a timeout and a table may both try.
//
// Answers are sent in goroutines of their own, because Discord takes none after three seconds. [Responder.Refuse] puts an
// error into words; what an asker cannot mend gets a reference number and a line in the log.
package reply
