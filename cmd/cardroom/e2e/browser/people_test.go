package browser_test

import (
	"net/http/httptest"
	"testing"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/page"
	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestManyPeopleStayInReachOnAPhone: with more people than a phone's width, their row scrolls. The visitor's own name is
// visible, and the others can be pressed.
func TestManyPeopleStayInReachOnAPhone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	url := openPage(t, "Alice", "Bruno", "Chika", "Dora", "Emil", "Friederike", "Gustavo", "Maximiliane")
	b := chrome.Open(t, chrome.Browse(t), "Emil", url+"/?as=gustavo", phoneScreen)
	b.Until("Gustavo", func(s chrome.Page) bool { return s.Me == "Gustavo" })
	const inSight = `(() => {
	  const { left, right, width } = document.querySelector('[aria-current="true"]').getBoundingClientRect();
	  return left >= 0 && right <= innerWidth && width >= 80;
	})()`
	if !chrome.Eval[bool](b, inSight) {
		t.Errorf("Gustavo's name is out of sight")
	}
	for _, slug := range []string{"alice", "maximiliane", "emil"} {
		b.Press(`[data-as="`+slug+`"]`, "", slug, func(s chrome.Page) bool {
			return chrome.Eval[string](b, `new URL(location.href).searchParams.get('as')`) == slug
		})
		if !chrome.Eval[bool](b, inSight) {
			t.Errorf("%s's name is out of sight", slug)
		}
	}
	const byFinger = `(() => {
	  const row = document.getElementById('people');
	  return row.scrollWidth > row.clientWidth && getComputedStyle(row).overflowX === 'auto';
	})()`
	if !chrome.Eval[bool](b, byFinger) {
		t.Errorf("no finger moves the row of people")
	}
	if high := chrome.Eval[int](b, `document.querySelector('.side').getBoundingClientRect().height`); high > 60 {
		t.Errorf("the row of people is %d pixels high", high)
	}
}

// TestEachOfManyTabsIsAlive: a browser has at most six connections to a server in all of its tabs, and a tab keeps its stream.
func TestEachOfManyTabsIsAlive(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	url := openPage(t, "Alice")
	browser := chrome.Browse(t)
	for range 7 {
		b := chrome.Open(t, browser, "Alice", url, phoneScreen)
		b.Until("Alice", func(s chrome.Page) bool { return s.Me == "Alice" })
	}
}

// openPage serves the demo's page for these people, without a bot, and returns its address.
func openPage(t *testing.T, people ...string) string {
	t.Helper()
	srv := discordtest.New(discordtest.Options{})
	guild := srv.Guild("Home")
	room := page.Channel{Channel: guild.Channel("poker")}
	for _, name := range people {
		room.People = append(room.People, page.Person{Person: guild.Person(name)})
	}
	web := httptest.NewServer(page.New(srv, room))
	t.Cleanup(web.Close)
	t.Cleanup(func() { _ = srv.Close() })
	return web.URL
}
