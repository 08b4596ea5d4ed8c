// Package object has Discord's objects in its own JSON form, as far as this Discord supports them: the components and
// embeds of a message, modals, commands with their options, and Discord's numbers of types, styles, flags and permissions.
//
// The types hold data: [Walk] visits components in reading order, [Text] returns the text of a message, [Modal.Inputs] the
// inputs of a modal. Packages form and registry check whether Discord accepts an object.
package object
