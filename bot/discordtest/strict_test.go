package discordtest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func x(n int) string { return strings.Repeat("x", n) }

func row(components ...string) string {
	return `{"type":1,"components":[` + strings.Join(components, ",") + `]}`
}

func button(id, label string) string {
	return fmt.Sprintf(`{"type":2,"style":1,"custom_id":%q,"label":%q}`, id, label)
}

func buttons(n int, prefix string) string {
	var list []string
	for i := range n {
		list = append(list, button(fmt.Sprint(prefix, i), "B"))
	}
	return row(list...)
}

func menu(options int) string {
	var list []string
	for i := range options {
		list = append(list, fmt.Sprintf(`{"label":"o%d","value":"v%d"}`, i, i))
	}
	return row(`{"type":3,"custom_id":"menu","options":[` + strings.Join(list, ",") + `]}`)
}

func with(components ...string) string {
	return `{"content":"c","components":[` + strings.Join(components, ",") + `]}`
}

func v2(components ...string) string {
	return `{"flags":32768,"components":[` + strings.Join(components, ",") + `]}`
}

func text(content string) string { return fmt.Sprintf(`{"type":10,"content":%q}`, content) }

// TestFormsAreJudgedAsDiscordDoes checks every size and shape at its limit and one beyond. field is the place in the error
// tree.
func TestFormsAreJudgedAsDiscordDoes(t *testing.T) {
	embed := func(s string) string { return `{"embeds":[` + s + `]}` }
	tests := []struct{ name, body, field string }{
		{"content of 2000", `{"content":"` + x(2000) + `"}`, ""},
		{"content of 2001", `{"content":"` + x(2001) + `"}`, "content"},
		{"content of 2000 characters of three bytes", `{"content":"` + strings.Repeat("♠", 2000) + `"}`, ""},
		{"content of a wrong type", `{"content":[]}`, "content"},
		{"nonce of 25", `{"content":"c","nonce":"` + x(25) + `"}`, ""},
		{"nonce of 26", `{"content":"c","nonce":"` + x(26) + `"}`, "nonce"},
		{"an ephemeral channel message", `{"content":"c","flags":64}`, "flags"},

		{"label of 80", with(row(button("a", x(80)))), ""},
		{"label of 81", with(row(button("a", x(81)))), "components.0.components.0.label"},
		{"no label and no emoji", with(row(button("a", ""))), "components.0.components.0"},
		{"emoji instead of a label", with(row(`{"type":2,"style":2,"custom_id":"a","emoji":{"name":"♠"}}`)), ""},
		{"custom id of 100", with(row(button(x(100), "B"))), ""},
		{"custom id of 101", with(row(button(x(101), "B"))), "components.0.components.0.custom_id"},
		{"no custom id", with(row(button("", "B"))), "components.0.components.0.custom_id"},
		{"the same custom id twice", with(row(button("a", "A")), row(button("a", "B"))), "components.1.components.0.custom_id"},
		{"button of style 0", with(row(`{"type":2,"custom_id":"a","label":"B"}`)), "components.0.components.0.style"},
		{"link with its url", with(row(`{"type":2,"style":5,"label":"B","url":"https://a.b"}`)), ""},
		{"link without url", with(row(`{"type":2,"style":5,"label":"B"}`)), "components.0.components.0.url"},
		{"url on a common button", with(row(`{"type":2,"style":1,"label":"B","custom_id":"a","url":"https://a.b"}`)), "components.0.components.0"},
		{"5 buttons", with(buttons(5, "a")), ""},
		{"6 buttons", with(buttons(6, "a")), "components.0.components"},
		{"empty row", with(row()), "components.0.components"},
		{"5 rows", with(buttons(1, "a"), buttons(1, "b"), buttons(1, "c"), buttons(1, "d"), buttons(1, "e")), ""},
		{"6 rows", with(buttons(1, "a"), buttons(1, "b"), buttons(1, "c"), buttons(1, "d"), buttons(1, "e"), buttons(1, "f")), "components"},
		{"button without a row", with(button("a", "B")), "components.0.type"},
		{"text input in a message", with(row(`{"type":4,"style":1,"custom_id":"a","label":"L"}`)), "components.0.components.0.type"},
		{"menu of 25", with(menu(25)), ""},
		{"menu of 26", with(menu(26)), "components.0.components.0.options"},
		{"menu of none", with(menu(0)), "components.0.components.0.options"},
		{"menu beside a button", with(row(strings.TrimSuffix(strings.TrimPrefix(menu(1), `{"type":1,"components":[`), `]}`), button("a", "B"))), "components.0.components"},
		{"option twice", with(row(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"},{"label":"b","value":"a"}]}`)), "components.0.components.0.options.1.value"},
		{"option of 101", with(row(`{"type":3,"custom_id":"m","options":[{"label":"` + x(101) + `","value":"a"}]}`)), "components.0.components.0.options.0.label"},
		{"placeholder of 151", with(row(`{"type":5,"custom_id":"m","placeholder":"` + x(151) + `"}`)), "components.0.components.0.placeholder"},
		{"more values than options", with(row(`{"type":3,"custom_id":"m","max_values":2,"options":[{"label":"a","value":"a"}]}`)), "components.0.components.0.max_values"},

		{"text display without the flag", `{"components":[` + text("t") + `]}`, "components.0.type"},
		{"text display", v2(text("t")), ""},
		{"content beside text displays", `{"content":"c","flags":32768,"components":[` + text("t") + `]}`, "content"},
		{"empty content beside text displays", `{"content":"","flags":32768,"components":[` + text("t") + `]}`, "content"},
		{"embeds beside text displays", `{"embeds":[{"title":"t"}],"flags":32768,"components":[` + text("t") + `]}`, "embeds"},
		{"a poll beside text displays", `{"poll":{"question":{"text":"q"},"answers":[{"poll_media":{"text":"a"}}]},"flags":32768,"components":[` + text("t") + `]}`, "poll"},
		{"stickers beside text displays", `{"sticker_ids":["1"],"flags":32768,"components":[` + text("t") + `]}`, "sticker_ids"},
		{"40 components", v2(strings.TrimSuffix(strings.Repeat(text("t")+",", 40), ",")), ""},
		{"41 components", v2(strings.TrimSuffix(strings.Repeat(text("t")+",", 41), ",")), "components"},
		{"text of 4000", v2(text(x(4000))), ""},
		{"texts of 4001 together", v2(text(x(4000)), text("x")), "components"},
		{"40 components with nested ones", v2(`{"type":17,"components":[` + strings.Repeat(text("t")+",", 33) + buttons(5, "a") + `]}`), ""},
		{"41 components with nested ones", v2(`{"type":17,"components":[` + strings.Repeat(text("t")+",", 34) + buttons(5, "a") + `]}`), "components"},
		{"empty text display", v2(text("")), "components.0.content"},
		{"container", v2(`{"type":17,"components":[` + text("t") + `,` + row(button("a", "B")) + `]}`), ""},
		{"container in a container", v2(`{"type":17,"components":[{"type":17,"components":[` + text("t") + `]}]}`), "components.0.components.0.type"},
		{"empty container", v2(`{"type":17,"components":[]}`), "components.0.components"},
		{"colour of a container", v2(`{"type":17,"accent_color":16777215,"components":[` + text("t") + `]}`), ""},
		{"colour beyond white", v2(`{"type":17,"accent_color":16777216,"components":[` + text("t") + `]}`), "components.0.accent_color"},
		{"section", v2(`{"type":9,"components":[` + text("t") + `],"accessory":` + button("a", "B") + `}`), ""},
		{"section without accessory", v2(`{"type":9,"components":[` + text("t") + `]}`), "components.0.accessory"},
		{"section of 4 texts", v2(`{"type":9,"components":[` + strings.Repeat(text("t")+",", 3) + text("t") + `],"accessory":` + button("a", "B") + `}`), "components.0.components"},
		{"section with a text as accessory", v2(`{"type":9,"components":[` + text("t") + `],"accessory":` + text("t") + `}`), "components.0.accessory.type"},
		{"separator", v2(text("t"), `{"type":14}`), ""},
		{"large separator without a line", v2(text("t"), `{"type":14,"spacing":2,"divider":false}`), ""},
		{"separator of size 3", v2(text("t"), `{"type":14,"spacing":3}`), "components.1.spacing"},
		{"thumbnail without a section", v2(`{"type":11,"media":{"url":"https://a.b/c.png"}}`), "components.0.type"},
		{"menu without a row", v2(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`), "components.0.type"},
		{"the same id twice", v2(`{"type":10,"id":7,"content":"a"}`, `{"type":10,"id":7,"content":"b"}`), "components.1.id"},
		{"file that is not the message's", v2(`{"type":13,"file":{"url":"https://a.b/c.txt"}}`), "components.0.file.url"},
		{"thumbnail", v2(`{"type":9,"components":[` + text("t") + `],"accessory":{"type":11,"media":{"url":"https://a.b/c.png"}}}`), ""},
		{"gallery", v2(`{"type":12,"items":[{"media":{"url":"https://a.b/c.png"}}]}`), ""},
		{"gallery with a path", v2(`{"type":12,"items":[{"media":{"url":"c.png"}}]}`), "components.0.items.0.media.url"},
		{"alt text of 1024", v2(`{"type":12,"items":[{"media":{"url":"https://a.b/c.png"},"description":"` + x(1024) + `"}]}`), ""},
		{"alt text of 1025", v2(`{"type":12,"items":[{"media":{"url":"https://a.b/c.png"},"description":"` + x(1025) + `"}]}`), "components.0.items.0.description"},
		{"gallery of 11", v2(`{"type":12,"items":[` + strings.TrimSuffix(strings.Repeat(`{"media":{"url":"https://a.b"}},`, 11), ",") + `]}`), "components.0.items"},
		{"gallery of a file that was not sent", v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components"},

		{"embed title of 256", embed(`{"title":"` + x(256) + `"}`), ""},
		{"embed title of 257", embed(`{"title":"` + x(257) + `"}`), "embeds.0.title"},
		{"embed description of 4097", embed(`{"description":"` + x(4097) + `"}`), "embeds.0.description"},
		{"embeds of 6001 together", embed(`{"description":"` + x(4000) + `"},{"description":"` + x(2001) + `"}`), "embeds"},
		{"26 fields", embed(`{"fields":[` + strings.TrimSuffix(strings.Repeat(`{"name":"n","value":"v"},`, 26), ",") + `]}`), "embeds.0.fields"},
		{"field without a name", embed(`{"fields":[{"name":"","value":"v"}]}`), "embeds.0.fields.0.name"},
		{"footer of 2049", embed(`{"footer":{"text":"` + x(2049) + `"}}`), "embeds.0.footer.text"},
		{"11 embeds", embed(strings.TrimSuffix(strings.Repeat(`{"title":"t"},`, 11), ",")), "embeds"},
		{"embed with a picture that was not sent", embed(`{"title":"t","image":{"url":"attachment://a.png"}}`), "embeds.0.image.url"},

		{"allowed mentions", `{"content":"c","allowed_mentions":{"parse":[],"users":["1"]}}`, ""},
		{"allowed mentions of an unknown kind", `{"content":"c","allowed_mentions":{"parse":["people"]}}`, "allowed_mentions.parse.0"},
		{"users allowed twice over", `{"content":"c","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions"},
		{"roles allowed twice over", `{"content":"c","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, "allowed_mentions"},
		{"attachment that was not sent", `{"content":"c","attachments":[{"id":0,"filename":"a.png"}]}`, "attachments.0.id"},
	}
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		for _, tt := range tests {
			d.judge(tt.name, tt.field, d.send("POST", d.messages(), tt.body))
			if api := description(); tt.field == "" && api != nil {
				if err := api.Request("POST", d.messages(), []byte(tt.body)); err != nil {
					t.Errorf("%s: this server accepts a form that the description refuses: %v", tt.name, err)
				}
			}
		}
	})
}

// judge wants a form accepted, or refused with the name of the field.
func (d *desk) judge(name, field string, a answer) {
	d.Helper()
	switch {
	case field == "" && a.status >= 300:
		d.Errorf("%s: refused: %s", name, a.body)
	case field != "" && a.status < 300:
		d.Errorf("%s: accepted", name)
	case field != "" && (a.status != 400 || a.code != 50035 || !points(a.body, field)):
		d.Errorf("%s: %d %s, want 400 with code 50035 at %s", name, a.status, a.body, field)
	case field != "":
		d.blames("Invalid Form Body")
	}
}

// points reports whether a refusal's tree has errors at the path.
func points(body, path string) bool {
	var e struct{ Errors map[string]any }
	_ = json.Unmarshal([]byte(body), &e)
	node := e.Errors
	for _, key := range strings.Split(path, ".") {
		node, _ = node[key].(map[string]any)
	}
	_, ok := node["_errors"]
	return ok
}

func TestModalsAreJudgedAsDiscordDoes(t *testing.T) {
	input := `{"type":4,"custom_id":"a","style":1}`
	old := func(in string) string { return `{"type":1,"components":[` + in + `]}` }
	label := func(text, in string) string { return fmt.Sprintf(`{"type":18,"label":%q,"component":%s}`, text, in) }
	five := strings.TrimSuffix(strings.Repeat(`{"type":10,"content":"t"},`, 5), ",")
	tests := []struct{ name, title, components, field string }{
		{"a label", "Raise", label("To", input), ""},
		{"a row", "Raise", old(`{"type":4,"custom_id":"a","style":1,"label":"To"}`), ""},
		{"a menu in a label", "Draw", label("Cards", `{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`), ""},
		{"five components", "Raise", five, ""},
		{"six components", "Raise", five + `,{"type":10,"content":"t"}`, "data.components"},
		{"no components", "Raise", "", "data.components"},
		{"title of 45", x(45), label("To", input), ""},
		{"title of 46", x(46), label("To", input), "data.title"},
		{"label of 46", "Raise", label(x(46), input), "data.components.0.label"},
		{"a row's label of 46", "Raise", old(`{"type":4,"custom_id":"a","style":1,"label":"` + x(46) + `"}`), "data.components.0.components.0.label"},
		{"a label in a label", "Raise", label("To", `{"type":4,"custom_id":"a","style":1,"label":"To"}`), "data.components.0.component.label"},
		{"two inputs in a row", "Raise", `{"type":1,"components":[` + input + `,` + input + `]}`, "data.components.0.components"},
		{"the same custom id twice", "Raise", label("A", input) + "," + label("B", input), "data.components.1.component.custom_id"},
		{"placeholder of 101", "Raise", label("To", `{"type":4,"custom_id":"a","style":1,"placeholder":"`+x(101)+`"}`), "data.components.0.component.placeholder"},
		{"value beyond its length", "Raise", label("To", `{"type":4,"custom_id":"a","style":1,"max_length":2,"value":"123"}`), "data.components.0.component.value"},
		{"length of 4001", "Raise", label("To", `{"type":4,"custom_id":"a","style":1,"max_length":4001}`), "data.components.0.component.max_length"},
		{"style 3", "Raise", label("To", `{"type":4,"custom_id":"a","style":3}`), "data.components.0.component.style"},
		{"a button", "Raise", row(button("a", "B")), "data.components.0.components.0.type"},
		{"a label around nothing", "Raise", `{"type":18,"label":"To"}`, "data.components.0.component"},
	}
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.register(`[{"name":"hello","description":"Says hello"}]`)
		for _, tt := range tests {
			i := d.start(d.alice, discordtest.Slash{Command: "/hello"})
			body := fmt.Sprintf(`{"type":9,"data":{"custom_id":"m","title":%q,"components":[%s]}}`, tt.title, tt.components)
			d.judge(tt.name, tt.field, d.callback(i, body))
		}
	})
}

func TestChoicesAreJudgedAsDiscordDoes(t *testing.T) {
	choices := func(n int, name, value string) string {
		one := fmt.Sprintf(`{"name":%q,"value":%q},`, name, value)
		return strings.TrimSuffix(strings.Repeat(one, n), ",")
	}
	tests := []struct{ name, choices, field string }{
		{"25", choices(25, "n", "v"), ""},
		{"26", choices(26, "n", "v"), "data.choices"},
		{"name of 101", choices(1, x(101), "v"), "data.choices.0.name"},
		{"value of 101", choices(1, "n", x(101)), "data.choices.0.value"},
		{"no value", `{"name":"n"}`, "data.choices.0.value"},
		{"a blank name", choices(1, " ", "v"), "data.choices.0.name"},
		{"a number", `{"name":"n","value":5}`, ""},
	}
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.register(`[{"name":"sit","description":"Sit","options":[{"type":3,"name":"buyin","description":"b","autocomplete":true}]}]`)
		for _, tt := range tests {
			i := d.start(d.alice, discordtest.Autocomplete{Command: "/sit", Option: "buyin", Partial: ""})
			d.judge(tt.name, tt.field, d.callback(i, `{"type":8,"data":{"choices":[`+tt.choices+`]}}`))
		}
	})
}

func TestAnEmptyMessageIsRefused(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.want(d.send("POST", d.messages(), `{"content":"  "}`), 400, 50006)
		id := d.say(`{"content":"c"}`)
		d.want(d.send("PATCH", d.messages()+"/"+id, `{"content":""}`), 400, 50006)
		d.want(d.callback(d.hello(), `{"type":4,"data":{}}`), 400, 50006)
		d.want(d.send("PATCH", d.messages()+"/"+id, `{"content":"","embeds":[{"title":"t"}]}`), 200, 0)
	})
}

func TestFilesAreListedAndLimited(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		a := d.multipart("POST", d.messages(), `{"attachments":[{"id":0,"filename":"a.png","description":"a table"}],
			"embeds":[{"title":"t","image":{"url":"attachment://a.png"}}]}`, "a.png", "data")
		d.want(a, 200, 0)
		m, _ := d.poker.Last()
		if len(m.Attachments) != 1 || m.Attachments[0].Description != "a table" || m.Attachments[0].ContentType != "image/png" {
			t.Errorf("attachments %+v", m.Attachments)
		}
		path, before := d.messages()+"/"+m.ID, m.Attachments[0].URL
		d.want(d.multipart("PATCH", path, `{"attachments":[{"id":"0","filename":"b.png"}]}`, "b.png", "data"), 200, 0)
		res, err := d.http.Get(d.srv.URL() + before)
		if err != nil || res.StatusCode != 200 {
			t.Errorf("a file that the message had a moment ago is gone: %v, %v", res, err)
		} else {
			res.Body.Close()
		}
		if m, _ = d.poker.Last(); len(m.Attachments) != 1 || m.Attachments[0].Filename != "b.png" {
			t.Errorf("an edit that lists only the new file kept %+v", m.Attachments)
		}
		d.want(d.send("PATCH", path, `{"content":"c"}`), 200, 0)
		if m, _ = d.poker.Last(); len(m.Attachments) != 1 {
			t.Error("an edit that does not speak of files lost one")
		}
		d.want(d.multipart("PATCH", path, `{"attachments":[]}`, "unlisted.png", "data"), 200, 0)
		if m, _ = d.poker.Last(); len(m.Attachments) != 0 {
			t.Errorf("an edit that lists no file has %+v", m.Attachments)
		}
		d.want(d.multipart("POST", d.messages(), `{}`, "a.bin", x(10<<20+1)), 400, 50035)
		many := []string{}
		for range 11 {
			many = append(many, "a.txt", "a")
		}
		d.settle(5 * time.Second)
		d.want(d.multipart("POST", d.messages(), `{}`, many...), 400, 50035)
	})
}

func TestAMessageOfComponentsStaysOne(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		id := d.say(v2(text("one")))
		path := d.messages() + "/" + id
		d.judge("content in a message of components", "content", d.send("PATCH", path, `{"content":"c"}`))
		d.want(d.send("PATCH", path, `{"components":[`+text("two")+`]}`), 200, 0)
		d.want(d.send("PATCH", path, `{"flags":null,"components":[`+text("three")+`]}`), 200, 0)
		d.judge("flags without that of components", "flags", d.send("PATCH", path, `{"flags":4,"components":[`+text("four")+`]}`))
		d.want(d.send("PATCH", path, `{"components":[]}`), 400, 50006)
		if m, _ := d.poker.Message(id); m.Flags != 1<<15 || m.Text() != "three" {
			t.Errorf("the message has flags %d and the text %q", m.Flags, m.Text())
		}
	})
}

func TestAMessageBecomesOneOfComponentsWhenItsTextIsCleared(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		old := d.messages() + "/" + d.say(`{"content":"old"}`)
		d.judge("a change to components that leaves the content", "flags", d.send("PATCH", old, v2(text("one"))))
		d.want(d.send("PATCH", old, `{"content":null,"embeds":[],"flags":32768,"components":[`+text("two")+`]}`), 200, 0)
		d.judge("a way back", "flags", d.send("PATCH", old, `{"content":"c","flags":0,"components":[]}`))
		i := d.hello()
		d.want(d.callback(i, `{"type":5,"data":{"flags":64}}`), 204, 0)
		d.want(d.send("PATCH", d.hook(i)+"/messages/@original", v2(text("a deferred answer"))), 200, 0)
		d.judge("a way back by token", "flags", d.send("PATCH", d.hook(i)+"/messages/@original", `{"flags":64,"components":[`+text("t")+`]}`))
	})
}

// gallery returns a container with a picture of the message's own file and a text.
func gallery(file, alt string) string {
	return fmt.Sprintf(`{"type":17,"components":[{"type":12,"items":[{"media":{"url":"attachment://%s"},"description":%q}]},%s]}`, file, alt, text("t"))
}

// A client has to list a kept picture with id and name: Discord refuses the id alone.
func TestAnEditListsThePicturesThatItShows(t *testing.T) {
	const missing = "components"
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		d.judge("a picture that is not listed", missing, d.multipart("POST", d.messages(),
			`{"flags":32768,"attachments":[],"components":[`+gallery("a.png", "alt")+`]}`, "a.png", "data"))
		d.want(d.multipart("POST", d.messages(), `{"flags":32768,"components":[`+gallery("a.png", "alt")+`]}`, "a.png", "data"), 200, 0)
		m, _ := d.poker.Last()
		path, kept := d.messages()+"/"+m.ID, m.Attachments[0].ID
		edit := func(attachments, components string) string {
			return `{"flags":32768,` + attachments + `"components":[` + components + `]}`
		}
		d.judge("no list", missing, d.send("PATCH", path, edit(``, gallery("a.png", "alt"))))
		d.judge("an empty list", missing, d.send("PATCH", path, edit(`"attachments":[],`, gallery("a.png", "alt"))))
		d.judge("the id alone", missing, d.send("PATCH", path, edit(`"attachments":[{"id":"`+kept+`"}],`, gallery("a.png", "alt"))))
		d.judge("the id of another file", "attachments.0.id", d.send("PATCH", path, edit(`"attachments":[{"id":"123456789012345678","filename":"a.png"}],`, gallery("a.png", "alt"))))
		d.judge("a picture taken from a message that shows it", missing, d.send("PATCH", path, `{"attachments":[]}`))
		d.want(d.send("PATCH", path, edit(`"attachments":[{"id":"`+kept+`","filename":"a.png"}],`, gallery("a.png", "alt"))), 200, 0)

		d.judge("a new picture without a list", missing, d.multipart("PATCH", path, edit(``, gallery("b.png", "alt")), "b.png", "data"))
		a := d.multipart("PATCH", path, edit(`"attachments":[{"id":"0","filename":"b.png"}],`, gallery("b.png", "the table")), "b.png", "data")
		d.want(a, 200, 0)
		if m, _ = d.poker.Last(); len(m.Attachments) != 1 || m.Attachments[0].Filename != "b.png" {
			t.Errorf("after the edit the message has %+v", m.Attachments)
		}
		if !strings.Contains(a.body, `"attachments":[]`) || !strings.Contains(a.body, `"attachment_id":"`+m.Attachments[0].ID+`"`) {
			t.Errorf("a picture that a component shows is an attachment only there: %s", a.body)
		}
		if drawn := m.String(); !strings.Contains(drawn, "{b.png: the table}\nt\n") || strings.Count(drawn, "b.png") != 1 {
			t.Errorf("the message is drawn as %s", drawn)
		}
		d.want(d.send("PATCH", path, edit(`"attachments":[],`, text("words"))), 200, 0)
	})
}

// An answer of type 7 with a picture is an edit, and so is the first follow-up after a deferred answer.
func TestAnAnswerListsThePicturesThatItShows(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		id := d.say(v2(row(button("a", "B"))))
		press := func() string {
			i := d.start(d.alice, discordtest.Press{Message: id, CustomID: "a"})
			return "/interactions/" + i.ID + "/" + i.Token + "/callback"
		}
		form := func(list string) string {
			return `{"type":7,"data":{"flags":32768,` + list + `"components":[` + gallery("a.png", "alt") + `]}}`
		}
		d.judge("an update without a list", "data.components", d.multipart("POST", press(), form(``), "a.png", "data"))
		d.want(d.multipart("POST", press(), form(`"attachments":[{"id":"0","filename":"a.png"}],`), "a.png", "data"), 204, 0)
		i := d.hello()
		d.want(d.callback(i, `{"type":5}`), 204, 0)
		d.judge("a deferred answer without a list", "components", d.multipart("POST", d.hook(i), v2(gallery("a.png", "alt")), "a.png", "data"))
		d.want(d.send("PATCH", d.hook(i)+"/messages/@original", `{"content":"c"}`), 200, 0)
		d.want(d.multipart("POST", d.hook(i), v2(gallery("a.png", "alt")), "a.png", "data"), 200, 0)
	})
}

func TestMentionsNotifyWhenAllowedAndOnce(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		at := d.alice.Mention()
		notified := func() int { return len(d.alice.Notified(d.poker)) }
		tests := []struct {
			name, body string
			notifies   bool
			complaint  bool
		}{
			{"allowed by id", `{"content":"` + at + `","allowed_mentions":{"users":["` + d.alice.ID() + `"]}}`, true, false},
			{"allowed by kind", `{"content":"` + at + `","allowed_mentions":{"parse":["users"]}}`, true, false},
			{"allowed to nobody", `{"content":"` + at + `","allowed_mentions":{"parse":[]}}`, false, false},
			{"allowed to somebody else", `{"content":"` + at + `","allowed_mentions":{"users":["` + d.bob.ID() + `"]}}`, false, false},
			{"silent", `{"content":"` + at + `","flags":4096,"allowed_mentions":{"parse":["users"]}}`, false, false},
			{"nothing said", `{"content":"` + at + `"}`, true, true},
			{"everyone", `{"content":"@everyone","allowed_mentions":{"parse":["everyone"]}}`, true, false},
			{"in a text display", `{"flags":32768,"components":[` + text(at) + `],"allowed_mentions":{"parse":["users"]}}`, true, false},
		}
		for _, tt := range tests {
			before, complaints := notified(), len(d.srv.Complaints())
			d.say(tt.body)
			if got := notified() > before; got != tt.notifies {
				t.Errorf("%s: notified %v, want %v", tt.name, got, tt.notifies)
			}
			if got := len(d.srv.Complaints()) > complaints; got != tt.complaint {
				t.Errorf("%s: complaint %v, want %v", tt.name, got, tt.complaint)
			}
		}
		id, before := d.say(`{"content":"c"}`), notified()
		d.want(d.send("PATCH", d.messages()+"/"+id, `{"content":"`+at+`","allowed_mentions":{"parse":["users"]}}`), 200, 0)
		if notified() != before {
			t.Error("an edit notified")
		}
	})
}

func TestAnInteractionsAnswerMentionsUsersByDefault(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		body := fmt.Sprintf(`{"type":4,"data":{"content":"%s @everyone"}}`, d.alice.Mention())
		d.want(d.callback(d.hello(), body), 204, 0)
		if len(d.alice.Notified(d.poker)) != 1 || len(d.bob.Notified(d.poker)) != 0 {
			t.Error("want alice notified, and not everyone")
		}
		d.blames("no allowed_mentions")
	})
}

func TestANonceIsEnforcedOnlyWhenAsked(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		first := d.say(`{"content":"c","nonce":"n","enforce_nonce":true}`)
		if again := d.say(`{"content":"c","nonce":"n","enforce_nonce":true}`); again != first {
			t.Error("the same nonce made a second message")
		}
		if other := d.say(`{"content":"c","nonce":"n"}`); other == first {
			t.Error("a nonce was enforced unasked")
		}
		d.settle(time.Hour)
		if later := d.say(`{"content":"c","nonce":"n","enforce_nonce":true}`); later == first {
			t.Error("a nonce was remembered for an hour")
		}
	})
}
