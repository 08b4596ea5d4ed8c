package discordtest_test

import (
	"net/http"
	"strings"
	"testing"

	"cardroom/bot/discordtest"
)

// BenchmarkPress measures the fake's cost of a press: the event, the bot's callback that changes the board, and the
// person's look at it.
func BenchmarkPress(b *testing.B) {
	srv := discordtest.New(discordtest.Options{NoLimits: true, Keep: 1})
	defer srv.Close()
	poker, alice := srv.Guild("Card Club").Channel("poker"), srv.Guild("Card Club").Person("alice")
	client := srv.Client()
	post := func(path, body string) {
		r, _ := http.NewRequest("POST", srv.URL()+"/api/v10"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bot "+srv.Token())
		resp, err := client.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode >= 300 {
			b.Fatal(resp.Status)
		}
	}
	board := `"content":"#1 <@1> ▶ 2:00","allowed_mentions":{"parse":[]},"components":[{"type":1,"components":[` +
		`{"type":2,"style":1,"custom_id":"call","label":"Call 40"},{"type":2,"style":4,"custom_id":"fold","label":"Fold"}]}]`
	post("/channels/"+poker.ID()+"/messages", "{"+board+"}")
	b.ReportAllocs()
	for b.Loop() {
		m, _ := alice.Last(poker)
		i, err := alice.Start(poker, discordtest.Press{Message: m.ID, CustomID: "call"})
		if err != nil {
			b.Fatal(err)
		}
		post("/interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":7,"data":{`+board+`}}`)
		if a := i.Answer(); a.Err != nil {
			b.Fatal(a.Err)
		}
	}
}
