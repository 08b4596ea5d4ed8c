// Package browser tests the demo in a browser, as its visitors use it: on a large screen by mouse, on a phone by touch, and
// with the keyboard alone. The tests skip if no Chromium is installed.
//
// A guest is Alice at the table; the rail is a spectator, who must never receive a card of hers. Package chrome drives the
// browser and reads the page.
package browser
