// Package refusal says no as Discord does.
//
// An [Error] is a refused request: an HTTP status, Discord's own error number,
// its words and, for a malformed form, the tree of the fields that are wrong.
// Each refusal that this Discord knows has a function of its own, such as
// [UnknownChannel].
//
// A [Form] collects what is wrong with a form, field by field; [Form.Err] is
// then error 50035. [Avoidable] errors are those that a careful bot would not
// have caused: the server reports them as complaints.
package refusal
