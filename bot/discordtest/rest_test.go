package discordtest_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

func TestMessagesAreReadPageByPage(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		var ids []string
		for range 5 {
			ids = append(ids, d.say(`{"content":"c"}`))
		}
		for _, tt := range []struct {
			query string
			want  []string
		}{
			{"?limit=2", []string{ids[4], ids[3]}},
			{"?limit=2&before=" + ids[3], []string{ids[2], ids[1]}},
			{"?limit=2&before=" + ids[1], []string{ids[0]}},
			{"?limit=2&before=" + ids[0], nil},
		} {
			var list []struct{ ID string }
			if err := json.Unmarshal([]byte(d.send("GET", d.messages()+tt.query).body), &list); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range list {
				got = append(got, m.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s gives %v, want %v", tt.query, got, tt.want)
			}
		}
		d.want(d.send("GET", d.messages()+"?before=now"), 400, 50035)
	})
}

func TestOnlyTheBotsTokenOpensTheDoor(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for _, auth := range []string{"", "Bot wrong", d.srv.Token()} {
			req, _ := http.NewRequest("GET", "https://discord.com/api/v9/users/@me", nil)
			req.Header.Set("Authorization", auth)
			d.want(d.do(req), 401, 0)
		}
		d.blames("401")
		d.want(d.send("GET", "/users/@me"), 200, 0)
	})
}

func TestAnyVersionOfTheInterfaceAnswers(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for path, status := range map[string]int{"/api/v9/gateway": 200, "/api/v10/gateway": 200, "/api/gateway": 200, "/apis/gateway": 404, "/": 404} {
			req, _ := http.NewRequest("GET", "https://discord.com"+path, nil)
			if a := d.do(req); a.status != status {
				t.Errorf("GET %s: %d, want %d", path, a.status, status)
			}
		}
	})
}

func TestWhatDiscordDoesNotHaveIsAComplaint(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.want(d.send("GET", "/tables/1"), 404, 0)
		d.blames("GET /tables/1")
		d.want(d.send("PUT", "/users/@me", `{}`), 405, 0)
		d.want(d.send("POST", d.messages(), `{"content":`), 400, 50109)
		d.want(d.send("POST", d.messages()), 400, 50109)
		d.want(d.send("GET", "/applications/1/commands"), 403, 20012)
		if n := len(d.srv.Complaints()); n != 5 {
			t.Errorf("%d complaints: %q", n, d.srv.Complaints())
		}
	})
}

// An incomplete request is no complaint if the program was killed while it sent it.
func TestARequestThatBreaksOffIsNoComplaint(t *testing.T) {
	d := newDesk(t, discordtest.Options{})
	at, err := d.srv.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	for n, body := range []string{"Content-Type: application/json\r\n\r\n{\"content\":", "Content-Type: multipart/form-data; boundary=b\r\n\r\n" +
		"--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{\"content\":"} {
		c, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /api/v9%s HTTP/1.1\r\nHost: discord\r\nAuthorization: Bot %s\r\nContent-Length: 4000\r\n%s", d.messages(), d.srv.Token(), body)
		c.Close()
		for len(d.srv.Requests()) <= n {
			time.Sleep(time.Millisecond)
		}
	}
	if all := d.srv.Complaints(); len(all) > 0 {
		t.Errorf("complaints: %q", all)
	}
}

func TestWhatIsGoneIsUnknown(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		id := d.say(`{"content":"c"}`)
		message := d.messages() + "/" + id
		d.want(d.send("DELETE", message), 204, 0)
		for _, method := range []string{"GET", "DELETE"} {
			d.want(d.send(method, message), 404, 10008)
		}
		d.want(d.send("PATCH", message, `{"content":"c"}`), 404, 10008)
		if m, ok := d.poker.Message(id); !ok || !m.Deleted {
			t.Errorf("the log has %+v", m)
		}
		d.poker.Delete()
		d.want(d.send("POST", d.messages(), `{"content":"c"}`), 404, 10003)
		d.want(d.send("GET", "/channels/1"), 404, 10003)
		d.want(d.send("GET", "/guilds/1"), 404, 10004)
		d.want(d.send("GET", "/users/1"), 404, 10013)
		d.want(d.send("GET", "/guilds/"+d.guild.ID()+"/members/1"), 404, 10007)
		d.blameless()
	})
}

func TestWhatTheBotMayNotDo(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		id := d.say(`{"content":"c"}`)
		path := d.messages() + "/" + id
		d.poker.BotLacks(discordgo.PermissionSendMessages)
		d.want(d.send("POST", d.messages(), `{"content":"c"}`), 403, 50013)
		d.want(d.send("PATCH", path, `{"content":"edits need no such permission"}`), 200, 0)
		d.poker.BotLacks(discordgo.PermissionViewChannel)
		d.want(d.send("PATCH", path, `{"content":"c"}`), 403, 50001)
		d.poker.BotLacks(discordgo.PermissionAttachFiles)
		d.want(d.multipart("POST", d.messages(), `{"content":"c"}`, "a.txt", "a"), 403, 50013)
		d.poker.BotLacks(discordgo.PermissionEmbedLinks)
		d.say(`{"content":"c","embeds":[{"title":"t"}]}`)
		if m, _ := d.poker.Last(); len(m.Embeds) != 0 {
			t.Error("the embed is there without the permission")
		}
		thread := d.poker.Thread("side game")
		thread.BotLacks(discordgo.PermissionSendMessagesInThreads)
		d.want(d.send("POST", "/channels/"+thread.ID()+"/messages", `{"content":"c"}`), 403, 50013)
		d.blameless()
	})
}

func TestAThreadOfAChannel(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		path := "/channels/" + d.poker.ID() + "/threads"
		a := d.send("POST", path, `{"name":"High stakes","type":11,"auto_archive_duration":10080}`)
		d.want(a, 201, 0)
		d.want(d.send("POST", "/channels/"+a.id()+"/messages", `{"content":"c"}`), 200, 0)
		if thread := d.poker.Thread("High stakes"); thread.ID() != a.id() || len(d.alice.See(thread)) != 1 {
			t.Error("alice does not see the public thread")
		}
		d.want(d.send("POST", path, `{"name":"Hidden"}`), 201, 0)
		d.register(`[{"name":"hello","description":"Says hello"}]`)
		if _, err := d.alice.Start(d.poker.Thread("Hidden"), discordtest.Slash{Command: "/hello"}); err == nil {
			t.Error("a thread without a type is private, and alice can act in it")
		}
		for field, body := range map[string]string{
			"name": `{"type":11}`, "type": `{"name":"n","type":0}`, "auto_archive_duration": `{"name":"n","type":11,"auto_archive_duration":5}`,
			"rate_limit_per_user": `{"name":"n","type":11,"rate_limit_per_user":21601}`,
		} {
			d.judge(field, field, d.send("POST", path, body))
		}
		d.want(d.send("POST", path, `{"name":"`+x(100)+`","type":11}`), 201, 0)
		d.judge("a long name", "name", d.send("POST", path, `{"name":"`+x(101)+`","type":11}`))
		d.want(d.send("POST", "/channels/"+a.id()+"/threads", `{"name":"n","type":11}`), 400, 50024)
		d.poker.BotLacks(discordgo.PermissionCreatePublicThreads)
		d.want(d.send("POST", path, `{"name":"n","type":11}`), 403, 50013)
		d.want(d.send("POST", "/channels/1/threads", `{"name":"n","type":11}`), 404, 10003)
	})
}

func TestLookingThingsUp(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.say(`{"content":"first"}`)
		d.say(`{"content":"two"}`)
		list := d.send("GET", d.messages()+"?limit=1")
		if !strings.Contains(list.body, "two") || strings.Contains(list.body, "first") {
			t.Errorf("the newest message: %s", list.body)
		}
		d.want(d.send("GET", d.messages()+"?limit=101"), 400, 50035)
		for _, path := range []string{
			"/gateway", "/gateway/bot", "/users/@me", "/users/" + d.alice.ID(), "/applications/@me",
			"/guilds/" + d.guild.ID(), "/guilds/" + d.guild.ID() + "/channels", "/guilds/" + d.guild.ID() + "/members/" + d.bob.ID(),
			"/guilds/" + d.guild.ID() + "/members/" + d.app(), "/channels/" + d.poker.ID(), "/channels/" + d.poker.Thread("t").ID(),
		} {
			d.want(d.send("GET", path), 200, 0)
		}
		d.want(d.send("POST", "/channels/"+d.poker.ID()+"/typing"), 204, 0)
	})
}

func TestEmojisOfTheApplication(t *testing.T) {
	const picture = `data:image/png;base64,iVBORw0KGgo=`
	inBubble(t, discordtest.Options{}, func(d *desk) {
		path := "/applications/" + d.app() + "/emojis"
		made := d.send("POST", path, `{"name":"ace_of_spades_3f2a","image":"`+picture+`"}`)
		d.want(made, 201, 0)
		d.want(d.send("POST", path, `{"name":"ace_of_spades_3f2a","image":"`+picture+`"}`), 400, 50035)
		d.want(d.send("POST", path, `{"name":"a","image":"`+picture+`"}`), 400, 50035)
		d.want(d.send("POST", path, `{"name":"king","image":"no picture"}`), 400, 50035)
		d.want(d.send("POST", path, `{"name":"king","image":"data:image/jpg;base64,/9j/"}`), 201, 0) // D3
		d.want(d.send("PATCH", path+"/"+made.id(), `{"name":"ace"}`), 200, 0)
		d.want(d.send("GET", path+"/"+made.id()), 200, 0)
		if list := d.send("GET", path); !strings.Contains(list.body, `"name":"ace"`) || len(d.srv.Emojis()) != 2 {
			t.Errorf("emojis %s", list.body)
		}
		d.want(d.send("DELETE", path+"/"+made.id()), 204, 0)
		d.want(d.send("GET", path+"/"+made.id()), 404, 10014)
	})
}

func TestRequestsAreLoggedWithoutTokens(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		before := d.srv.RequestCount()
		d.callback(i, `{"type":4,"data":{"content":"c"}}`)
		d.send("PATCH", d.hook(i)+"/messages/@original", `{"content":"d"}`)
		d.settle(time.Second)
		all := d.srv.Requests()[before:]
		if len(all) != 3 || all[0].Status != 204 || !strings.Contains(all[0].Body, `"content":"c"`) ||
			all[2].Route != "/webhooks/{app}/{token}/messages/{message}" {
			t.Errorf("log %+v", all)
		}
		for _, r := range all {
			if strings.Contains(r.String(), i.Token) {
				t.Errorf("a token in %s", r)
			}
		}
		if mine := i.Requests(); len(mine) != 2 || mine[0].N >= mine[1].N {
			t.Errorf("the interaction's requests %v", mine)
		}
	})
}

func TestAFrontNamesItsOwnAddress(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.srv.SetURL("http://127.0.0.1:8080")
		if a := d.send("GET", "/gateway"); !strings.Contains(a.body, `"ws://127.0.0.1:8080/gateway"`) {
			t.Errorf("the gateway is at %s", a.body)
		}
	})
}

func TestWhatIsTooLargeIsRefused(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.want(d.send("POST", d.messages(), `{"content":"`+x(26<<20)+`"}`), 413, 40005)
	})
}
