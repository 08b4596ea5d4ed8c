// Package reply answers interactions, each exactly once.
//
// A [Responder] has one method for each kind of answer: text, files, a modal, choices, an update of the message that was
// pressed, or an acknowledgement. Each method but Respond claims the interaction first. The first caller wins; the Responder drops any
// later answer without building it. So a timeout and a table may both try.
//
// Answers are sent in goroutines of their own, because Discord accepts none after three seconds. [Responder.Refuse] puts an
// error into words. An internal error gets a reference number and a line in the log.
package reply
