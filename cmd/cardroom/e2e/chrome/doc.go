// Package chrome controls a Chromium and reads the demo's page in it, as a visitor does.
//
// Browse starts the browser that all tabs of a test share. Open shows an address in a new Tab, whose screen is large or a
// phone's. Press, Keys and Until act like people: press a button by mouse or touch until it has its effect, type, and look
// until something appears. A Page is the result of a look, with its Messages. Every look also checks that nothing is wider
// than the screen. An error in the page's console fails the test.
package chrome
