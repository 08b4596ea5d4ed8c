// Package object has Discord's objects in its own JSON form, as far as this
// Discord knows them: the components and embeds of a message, modals, commands
// with their options, and the numbers that Discord gives to types, styles, flags
// and permissions.
//
// The types hold data and answer questions about it: [Walk] visits components in
// reading order, [Text] is what a message says in words, [Modal.Inputs] are what
// a person fills in. Whether Discord accepts an object is the business of
// packages form and registry.
package object
