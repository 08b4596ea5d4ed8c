// Package browser has the tests that play the demo in a browser, as its visitors do: on a large screen by mouse, on a phone
// by finger, and with the keyboard alone. They skip where no Chromium is installed.
//
// A guest is Alice at the table; the rail is a spectator beside her, who must never be sent a card of hers. Package chrome
// drives the browser and reads the page.
package browser
