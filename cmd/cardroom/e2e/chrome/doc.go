// Package chrome drives a Chromium and reads the demo's page in it, as a visitor does.
//
// Browse starts the browser that all tabs of a test share. Open shows an address in a new Tab, whose screen is large or a
// phone's. Press, Keys and Until do what people do: press a button by mouse or finger until it had its effect, type, and
// look until something is to be seen. A Page is what a look shows, with its Messages; every look also sees that nothing is
// wider than the screen. A page that complains to its console fails the test.
package chrome
