package discordtest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

func TestEverythingThatLastsIsThereAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "discord.json")
	var channel, token, alice string
	inBubble(t, discordtest.Options{State: path}, func(d *desk) {
		d.alice.SetNick("Al")
		d.poker.BotLacks(1 << 15)
		i := d.hello()
		channel, token, alice = d.poker.ID(), i.Token, d.alice.ID()
		d.callback(i, `{"type":4,"data":{"content":"cards","flags":64}}`)
		d.poker.BotLacks(0)
		d.want(d.multipart("POST", d.messages(), `{"content":"board"}`, "a.txt", "data"), 200, 0)
	})
	inBubble(t, discordtest.Options{State: path}, func(d *desk) {
		if d.poker.ID() != channel || d.alice.ID() != alice || len(d.guild.Commands()) != 1 {
			t.Error("the world is another one")
		}
		if got := discordtest.Transcript(d.alice.See(d.poker)); !strings.Contains(got, "to alice only:\ncards") || !strings.Contains(got, "board\n{a.txt}") {
			t.Errorf("alice sees\n%s", got)
		}
		d.want(d.send("PATCH", "/webhooks/"+d.app()+"/"+token+"/messages/@original", `{"content":"new cards"}`), 200, 0)
		m, _ := d.poker.Last()
		res, err := d.http.Get(d.srv.URL() + m.Attachments[0].URL)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if data, _ := io.ReadAll(res.Body); string(data) != "data" {
			t.Errorf("attachment %q", data)
		}
	})
}

func TestAKilledProcessLosesAMomentAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "discord.json")
		srv := discordtest.New(discordtest.Options{State: path})
		defer srv.Close()
		id := srv.Guild("Card Club").Channel("poker").ID()
		time.Sleep(50 * time.Millisecond)
		// Read the file in its current state: nothing was closed, as after kill -9.
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte(id)) {
			t.Errorf("50 ms after a change the file has not got it: %v", err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.tmp")); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	})
}

// A file that could not be written is written at the end, though nothing has changed since.
func TestAStateThatCouldNotBeWrittenIsWrittenAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, away := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "away")
		path := filepath.Join(folder, "discord.json")
		srv := discordtest.New(discordtest.Options{State: path})
		defer srv.Close()
		if err := errors.Join(os.Rename(folder, away), os.WriteFile(folder, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		srv.Guild("Card Club")
		time.Sleep(time.Second)
		if err := errors.Join(os.Remove(folder), os.Rename(away, folder)); err != nil {
			t.Fatal(err)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(path); !strings.Contains(string(data), "Card Club") {
			t.Errorf("the file has no server: %v", err)
		}
	})
}

// The files of messages go with their channel and its threads.
func TestADeletedChannelKeepsNoFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.json")
	inBubble(t, discordtest.Options{State: path}, func(d *desk) {
		d.want(d.multipart("POST", d.messages(), `{"content":"board"}`, "a.txt", "data"), 200, 0)
		d.want(d.multipart("POST", "/channels/"+d.poker.Thread("game").ID()+"/messages", `{"content":"board"}`, "a.txt", "data"), 200, 0)
		if files, err := os.ReadDir(path + ".files"); len(files) != 2 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		d.poker.Delete()
		if files, err := os.ReadDir(path + ".files"); err != nil || len(files) > 0 {
			t.Errorf("%d files are left, %v", len(files), err)
		}
	})
}

func TestADamagedStateIsRefusedAndLeft(t *testing.T) {
	for name, text := range map[string]string{"cut short": `{"schema":"discordtest/1","guil`, "another schema": `{"schema":"discordtest/9"}`, "empty": ``} {
		path := filepath.Join(t.TempDir(), "discord.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := discordtest.Open(discordtest.Options{State: path}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestIdsTellTheTimeAndAreNeverUsedTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.json")
	var ids []uint64
	for range 2 {
		// The second bubble's clock starts at the same time as the first one's: ids must still increase.
		synctest.Test(t, func(t *testing.T) {
			srv := discordtest.New(discordtest.Options{State: path})
			defer srv.Close()
			g := srv.Guild(fmt.Sprint("guild ", len(ids)))
			for n := range 100 {
				id, err := strconv.ParseUint(g.Channel(fmt.Sprint("channel ", n)).ID(), 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, id)
			}
			if at := time.UnixMilli(int64(ids[0]>>22) + 1420070400000); time.Until(at).Abs() > time.Minute {
				t.Errorf("id made at %v says %v", time.Now(), at)
			}
		})
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(ids) {
		t.Error("ids are not rising")
	}
}

func TestAChannelRemembersItsNewestMessages(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for n := range 205 {
			if _, err := d.alice.Say(d.poker, fmt.Sprint(n)); err != nil {
				t.Fatal(err)
			}
		}
		list := d.poker.Messages()
		if len(list) != 200 || list[0].Content != "5" || list[199].Content != "204" {
			t.Errorf("%d messages, from %q", len(list), list[0].Content)
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	d := newDesk(t, discordtest.Options{NoLimits: true, State: filepath.Join(t.TempDir(), "discord.json")})
	b := join(d)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range b.acted {
			wg.Go(func() { _ = b.InteractionRespond(i, says("done", 64)) })
		}
	})
	var people sync.WaitGroup
	for n := range 8 {
		people.Go(func() {
			p := d.guild.Person(fmt.Sprint("player ", n))
			updates := d.srv.Watch(t.Context(), p, d.poker)
			for range 10 {
				if a := p.Command(d.poker, "/sit"); a.Err != nil {
					t.Error(a.Err)
				}
				if u := <-updates; !u.Message.Ephemeral || u.Message.For != p.ID() {
					t.Errorf("%s hears %v", p.Name(), u.Message)
				}
				_ = discordtest.Transcript(p.See(d.poker))
				_ = d.srv.Requests()
			}
		})
	}
	people.Wait()
	close(b.acted)
	wg.Wait()
	d.blameless()
}

func TestClosingEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(discordtest.Options{})
		g := srv.Guild("Card Club")
		ch, alice := g.Channel("poker"), g.Person("alice")
		updates := srv.Watch(t.Context(), alice, ch)
		if err := srv.Close(); err != nil {
			t.Fatal(err)
		}
		if _, open := <-updates; open {
			t.Error("the watch goes on")
		}
		if _, err := alice.Start(ch, discordtest.Slash{Command: "/sit"}); err != discordtest.ErrClosed {
			t.Errorf("acting after the end: %v", err)
		}
		if _, open := <-srv.Watch(t.Context(), alice, ch); open {
			t.Error("a watch began after the end")
		}
		if _, err := srv.Client().Get("http://discord.test/api/gateway"); err == nil {
			t.Error("a request was answered after the end")
		}
		// The bubble fails the test if a goroutine is left.
	})
}
