// Package refusal has Discord's refusals of requests.
//
// An [Error] is a refused request: an HTTP status, Discord's own error number, its text and, for a malformed form, the tree
// of the invalid fields. Each refusal of this Discord has a function of its own, such as [UnknownChannel].
//
// A [Form] collects the errors of a form, field by field; [Form.Err] then returns error 50035. [Avoidable] errors are those
// that a careful bot would not cause: the server reports them as complaints.
package refusal
