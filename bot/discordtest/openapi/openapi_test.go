package openapi_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cardroom/bot/discordtest/openapi"
)

func find(t *testing.T) *openapi.Description {
	t.Helper()
	api, err := openapi.Find()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("Discord's API description is not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func TestRequestsAreJudgedByDiscordsOwnDescription(t *testing.T) {
	api := find(t)
	const callback = "/interactions/123456789012345678/some-token/callback"
	tests := []struct {
		name, method, path, body string
		want                     string // part of the objection; "" for a valid body
	}{
		{"a message", "POST", "/channels/123456789012345678/messages", `{"content":"hi"}`, ""},
		{"a file listed by its number (D3)", "POST", "/channels/123456789012345678/messages", `{"content":"hi","components":[],"attachments":[{"id":0,"filename":"a.png"}]}`, ""},
		{"a file listed by a word", "POST", "/channels/123456789012345678/messages", `{"attachments":[{"id":"first","filename":"a.png"}]}`, "attachments"},
		{"a content that is a number", "POST", "/channels/123456789012345678/messages", `{"content":5}`, "content"},
		{"a nonce that is too long", "POST", "/channels/123456789012345678/messages", `{"nonce":"` + strings.Repeat("n", 26) + `"}`, "nonce"},
		{"an answer", "POST", callback, `{"type":4,"data":{"content":"hi","flags":64}}`, ""},
		{"nulls as discordgo sends them", "POST", callback, `{"type":7,"data":{"tts":false,"content":"x","components":null,"embeds":null}}`, ""},
		{"an answer of an unknown type", "POST", callback, `{"type":44}`, "type"},
		{"a component of a type between the known ones", "POST", callback, `{"type":4,"data":{"components":[{"type":15}]}}`, "components"},
		{"a button of an unknown style", "POST", callback, `{"type":4,"data":{"components":[{"type":1,"components":[{"type":2,"style":7,"custom_id":"a","label":"x"}]}]}}`, "style"},
		{"a label of 81 characters", "POST", callback, `{"type":4,"data":{"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"` + strings.Repeat("x", 81) + `"}]}]}}`, "label"},
		{"an edit by token", "PATCH", "/webhooks/123456789012345678/token/messages/@original", `{"content":"hi"}`, ""},
		{"commands with permissions as text", "PUT", "/applications/123456789012345678/commands", `[{"name":"sit","description":"Sit down","default_member_permissions":"16"}]`, ""},
		{"a command without a name", "PUT", "/applications/123456789012345678/commands", `[{"description":"Sit down"}]`, "name"},
		{"an option of type 99", "POST", "/applications/123456789012345678/commands", `{"name":"sit","description":"x","options":[{"type":99,"name":"a","description":"b"}]}`, "options"},
		{"a route that does not exist", "POST", "/tables/1", `{}`, "has no POST"},
		{"a body where there is none", "DELETE", "/channels/123456789012345678/messages/123456789012345678", `{}`, "has no body"},
		{"no JSON", "POST", "/channels/123456789012345678/messages", `{"content":`, "not JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := api.Request(tt.method, tt.path, []byte(tt.body))
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}

func TestRepliesAreJudgedByStatusAndBody(t *testing.T) {
	api := find(t)
	tests := []struct {
		name, method, path string
		status             int
		body, want         string
	}{
		{"the gateway's address", "GET", "/gateway", 200, `{"url":"wss://gateway.discord.gg"}`, ""},
		{"no address", "GET", "/gateway", 200, `{}`, "url"},
		{"a deletion", "DELETE", "/channels/1/messages/2", 204, ``, ""},
		{"a status that is not there", "DELETE", "/channels/1/messages/2", 201, `{}`, "201"},
		{"a route the description lacks", "GET", "/oauth2/nowhere", 200, `{}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := api.Reply(tt.method, tt.path, tt.status, []byte(tt.body))
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}

func TestObjectionsDoNotRepeatTokens(t *testing.T) {
	err := find(t).Request("POST", "/nowhere/0123456789-a-secret-token", []byte(`{}`))
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v", err)
	}
}

func TestOneDescriptionServesManyGoroutines(t *testing.T) {
	api := find(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := api.Request("POST", "/channels/1/messages", []byte(`{"content":"hi"}`)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestWhatIsNoDescriptionIsRefused(t *testing.T) {
	for name, text := range map[string]string{"no JSON": "{", "no paths": "{}"} {
		path := filepath.Join(t.TempDir(), "openapi.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openapi.Load(path); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
	if _, err := openapi.Load("nowhere.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// A body found valid is not checked again. Another body is, and the same body against another schema.
func TestABodyIsJudgedByItsSchemaEachTime(t *testing.T) {
	api := find(t)
	const messages, commands = "/channels/123456789012345678/messages", "/applications/123456789012345678/commands"
	for _, tt := range []struct {
		path, body string
		valid      bool
	}{
		{messages, `{"content":"hi"}`, true},
		{messages, `{"content":"hi"}`, true},
		{messages, `{"content":5}`, false},
		{messages, `{"content":5}`, false},
		{commands, `{"content":"hi"}`, false},
		{messages, `{"content":"hi"}`, true},
	} {
		if err := api.Request("POST", tt.path, []byte(tt.body)); (err == nil) != tt.valid {
			t.Errorf("POST %s %s: %v", tt.path, tt.body, err)
		}
	}
}
