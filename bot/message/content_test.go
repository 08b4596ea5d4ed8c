package message_test

import (
	"reflect"
	"testing"

	"cardroom/bot/message"
	"cardroom/render"
	"cardroom/render/picture"
)

// content returns a message with a menu and a button, and the menu.
func content() (c message.Content, menu *render.Button) {
	c = message.Content{Text: "draw", Rows: [][]render.Button{
		{{Label: "Cards", Verb: render.VerbDraw, To: 2, Menu: []render.Entry{{Label: "A♠", Value: "1"}, {Label: "K♦", Value: "2"}}}},
		{{Label: "Stand pat", Verb: render.VerbPat}},
	}}
	return c, &c.Rows[0][0]
}

// alter changes a field to another value.
func alter(f reflect.Value) {
	switch f.Kind() {
	case reflect.String:
		f.SetString(f.String() + "x")
	case reflect.Int, reflect.Int64:
		f.SetInt(f.Int() + 1)
	case reflect.Uint8, reflect.Uint64:
		f.SetUint(f.Uint() + 1)
	case reflect.Bool:
		f.SetBool(!f.Bool())
	case reflect.Slice:
		f.Set(f.Slice(0, f.Len()-1))
	case reflect.Pointer:
		f.Set(reflect.New(f.Type().Elem()))
	}
}

func TestContentHasTheSameSumWhereItShowsTheSame(t *testing.T) {
	base, _ := content()
	again, _ := content()
	if base.Sum() != again.Sum() {
		t.Error("content that is made twice is not the same")
	}
	if (message.Content{Text: "x"}).Sum() != (message.Content{Text: "x", Rows: [][]render.Button{}}).Sum() {
		t.Error("no rows are not no rows")
	}
	again.Drawing, again.Undrawn = new(message.Drawing), true
	if base.Sum() != again.Sum() {
		t.Error("the state of the picture counts")
	}
	for i := range reflect.TypeFor[render.Button]().NumField() {
		c, menu := content()
		alter(reflect.ValueOf(menu).Elem().Field(i))
		differs(t, base, c, "button's "+reflect.TypeFor[render.Button]().Field(i).Name)
	}
	for i := range reflect.TypeFor[render.Entry]().NumField() {
		c, menu := content()
		alter(reflect.ValueOf(&menu.Menu[1]).Elem().Field(i))
		differs(t, base, c, "entry's "+reflect.TypeFor[render.Entry]().Field(i).Name)
	}
	for i := range reflect.TypeFor[message.CustomID]().NumField() {
		c, _ := content()
		alter(reflect.ValueOf(&c.IDs).Elem().Field(i))
		if field := reflect.TypeFor[message.CustomID]().Field(i); field.Type.Kind() != reflect.Struct {
			differs(t, base, c, "custom id's "+field.Name)
		}
	}
	for name, edit := range map[string]func(*message.Content){
		"text":   func(c *message.Content) { c.Text = "" },
		"layout": func(c *message.Content) { c.Layout = new(message.Layout) },
		"scene":  func(c *message.Content) { c.Scene = new(render.Scene) },
		"theme":  func(c *message.Content) { c.Theme = picture.Theme(1) },
		"turn":   func(c *message.Content) { c.IDs.Turn.Action++ },
		"rows":   func(c *message.Content) { c.Rows = c.Rows[:1] },
		"order":  func(c *message.Content) { c.Rows[0], c.Rows[1] = c.Rows[1], c.Rows[0] },
		"row":    func(c *message.Content) { c.Rows = [][]render.Button{{c.Rows[0][0], c.Rows[1][0]}, {}} },
	} {
		c, _ := content()
		edit(&c)
		differs(t, base, c, name)
	}
	withLayout := func(l message.Layout) message.Content {
		c, _ := content()
		c.Layout = &l
		return c
	}
	differs(t, withLayout(message.Layout{}), withLayout(message.Layout{Lines: "x"}), "layout's lines")
	differs(t, withLayout(message.Layout{}), withLayout(message.Layout{Accent: 1}), "layout's accent")
}

// differs wants two contents to have different sums.
func differs(t *testing.T, a, b message.Content, name string) {
	t.Helper()
	if a.Sum() == b.Sum() {
		t.Errorf("another %s is the same", name)
	}
}
