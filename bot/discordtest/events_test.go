package discordtest_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// An event of a server needs the bot's permission, a place and a time to come, and goes from one state to the next.
func TestEventsOfAServer(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		path := "/guilds/" + d.guild.ID() + "/scheduled-events"
		form := func(start, end time.Duration, location string) string {
			at := func(in time.Duration) string { return time.Now().Add(in).UTC().Format(time.RFC3339) }
			return fmt.Sprintf(`{"name":"Cup","privacy_level":2,"entity_type":3,"scheduled_start_time":%q,"scheduled_end_time":%q,"entity_metadata":{"location":%q}}`,
				at(start), at(end), location)
		}
		d.guild.BotLacks(discordgo.PermissionCreateEvents)
		d.want(d.send("POST", path, form(time.Hour, 2*time.Hour, "here")), 403, 50013)
		d.guild.BotLacks(0)
		for _, bad := range []string{form(-time.Hour, time.Hour, "here"), form(time.Hour, time.Minute, "here"), form(time.Hour, 2*time.Hour, ""), `{}`} {
			d.want(d.send("POST", path, bad), 400, 50035)
		}
		d.blames("400 50035")
		for range 100 {
			d.want(d.send("POST", path, form(time.Hour, 2*time.Hour, "here")), 200, 0)
		}
		d.want(d.send("POST", path, form(time.Hour, 2*time.Hour, "here")), 400, 30038)
		first := path + "/" + d.guild.Events()[0].ID
		d.want(d.send("PATCH", first, `{"status":3}`), 400, 50035)
		d.blames("400 50035")
		d.want(d.send("PATCH", first, `{"status":2}`), 200, 0)
		d.want(d.send("PATCH", first, form(3*time.Hour, 4*time.Hour, "there")), 400, 50035)
		d.blames("400 50035")
		d.want(d.send("PATCH", first, `{"status":3}`), 200, 0)
		d.want(d.send("PATCH", first, `{"name":"Late"}`), 400, 180000)
		if d.guild.StartEvents(); d.guild.Events()[0].Status != 3 || d.guild.Events()[1].Status != 2 {
			t.Error("a moderator starts an event that is over, or none")
		}
		d.want(d.send("PATCH", path+"/1", `{"name":"Late"}`), 404, 10070)
		var list []discordgo.GuildScheduledEvent
		if err := json.Unmarshal([]byte(d.send("GET", path).body), &list); err != nil || len(list) != 99 || list[0].EntityMetadata.Location != "here" {
			t.Errorf("%d events, %v", len(list), err)
		}
	})
}
