// Package form reads an organiser's input for a tournament: its levels, and the options of /tournament create and
// /tournament settings. [Refuse] and [Why] say in the organiser's language why it cannot be.
package form
