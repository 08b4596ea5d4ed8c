// Package form reads what an organiser types for a tournament: its levels, and the options of /tournament create and
// /tournament settings.
package form
