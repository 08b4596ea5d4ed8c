package options

import (
	"errors"
	"testing"
	"time"
)

// TestReadTime reads each form of T123 in a zone, around the days on which its clocks change.
func TestReadTime(t *testing.T) {
	const form = "2006-01-02 15:04 -0700"
	at := func(text string) time.Time {
		m, err := time.Parse(form, text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	const berlin, newYork = "Europe/Berlin", "America/New_York"
	for _, c := range []struct{ now, typed, want, zone string }{
		{"2026-11-24 12:00 +0100", "20:30", "2026-11-24 20:30 +0100", berlin},
		{"2026-11-24 12:00 +0100", " Tomorrow  8:05 ", "2026-11-25 08:05 +0100", berlin},
		{"2026-11-24 12:00 +0100", "2026-12-01 20:30", "2026-12-01 20:30 +0100", berlin},
		{"2026-11-24 12:00 +0100", "2027-7-1 20:30", "2027-07-01 20:30 +0200", berlin},
		{"2026-11-24 12:00 +0100", "in 2h", "2026-11-24 14:00 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 1h 30m", "2026-11-24 13:30 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 2d", "2026-11-26 12:00 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 5 minutes", "2026-11-24 12:05 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 1 hour 30 min", "2026-11-24 13:30 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 5 mins", "2026-11-24 12:05 +0100", berlin},
		{"2026-11-24 12:00 +0100", "in 3 days", "2026-11-27 12:00 +0100", berlin},
		{"2026-11-24 23:30 +0000", "20:30", "2026-11-25 20:30 +0100", berlin}, // it is the 25th there
		{"2026-12-31 12:00 +0100", "tomorrow 00:00", "2027-01-01 00:00 +0100", berlin},
		{"2026-10-24 12:00 +0200", "tomorrow 12:00", "2026-10-25 12:00 +0100", berlin}, // an hour more
		{"2026-10-24 12:00 +0200", "in 24h", "2026-10-25 11:00 +0100", berlin},
		{"2026-03-28 12:00 +0100", "tomorrow 02:30", "2026-03-29 03:30 +0200", berlin}, // the clock skips it
		{"2026-03-08 01:10 -0500", "02:30", "2026-03-08 03:30 -0400", newYork},
		{"2026-03-08 03:10 -0400", "02:30", "2026-03-08 03:30 -0400", newYork},
		{"2026-04-23 12:00 +0200", "tomorrow 00:15", "2026-04-24 01:15 +0300", "Africa/Cairo"},
		{"2026-10-03 12:00 +1030", "tomorrow 02:15", "2026-10-04 02:45 +1100", "Australia/Lord_Howe"},
		{"2026-11-01 01:10 -0400", "01:30", "2026-11-01 01:30 -0400", newYork}, // the clock repeats it
		{"2026-11-01 01:45 -0400", "01:30", "2026-11-01 01:30 -0500", newYork},
		{"2026-11-01 01:15 -0500", "01:30", "2026-11-01 01:30 -0500", newYork},
		{"2026-11-01 01:30 -0500", "01:30", "", newYork},
		{"2026-11-01 00:59 -0400", "02:30", "2026-11-01 02:30 -0500", newYork},
		{"2026-10-25 02:10 +0200", "02:30", "2026-10-25 02:30 +0200", berlin},
		{"2026-10-25 02:45 +0200", "02:30", "2026-10-25 02:30 +0100", berlin},
		{"2026-03-28 12:00 +0100", "in 2d", "2026-03-30 12:00 +0200", berlin},  // days, not hours
		{"2026-03-07 02:30 -0500", "in 1d", "2026-03-08 03:30 -0400", newYork}, // the clock skips it
		{"2026-03-07 19:00 +0100", "in 2d", "2026-03-09 19:00 +0100", berlin},  // New York's clock jumps
		{"2026-11-24 12:00 +0100", "11:59", "", berlin},                        // past
		{"2026-11-24 12:00 +0100", "12:00", "", berlin},
		{"2026-11-24 12:00 +0100", "2026-11-23 20:30", "", berlin},
		{"2026-11-24 12:00 +0100", "2028-01-01 20:30", "", berlin}, // too far
		{"2026-11-24 12:00 +0100", "2027-02-29 20:30", "", berlin},
		{"2026-11-24 12:00 +0100", "2026-13-01 20:30", "", berlin},
		{"2026-11-24 12:00 +0100", "24:00", "", berlin},
		{"2026-11-24 12:00 +0100", "20:60", "", berlin},
		{"2026-11-24 12:00 +0100", "in 0s", "", berlin},
		{"2026-11-24 12:00 +0100", "in -2h", "", berlin},
		{"2026-11-24 12:00 +0100", "in -3d", "", berlin},
		{"2026-11-24 12:00 +0100", "in 9000d", "", berlin},
		{"2026-11-24 12:00 +0100", "in 3000000h", "", berlin},
		{"2026-11-24 12:00 +0100", "in", "", berlin},
		{"2026-11-24 12:00 +0100", "tomorrow", "", berlin},
		{"2026-11-24 12:00 +0100", "half past eight", "", berlin},
		{"2026-11-24 12:00 +0100", "", "", berlin},
	} {
		zone, ok := ReadZone(c.zone)
		if !ok {
			t.Fatalf("no zone %s", c.zone)
		}
		machine, _ := ReadZone(newYork) // its zone is nothing to users
		got, err := ReadTime("start", c.typed, zone, at(c.now).In(machine))
		text := ""
		if err == nil {
			text = got.In(zone).Format(form)
		}
		if text != c.want {
			t.Errorf("at %s, %q is %q, %v; want %q", c.now, c.typed, text, err, c.want)
		}
		if _, own := errors.AsType[*Error](err); err != nil && !own && !errors.Is(err, ErrPast) && !errors.Is(err, ErrFar) {
			t.Errorf("%q: the error %v is not about the option", c.typed, err)
		}
	}
}

func TestReadZone(t *testing.T) {
	for name, want := range map[string]bool{
		"Europe/Berlin": true, " America/Sao_Paulo ": true, "UTC": true, "": false, "Local": false, "Mars/Base": false,
		"../../etc/passwd": false, "/etc/localtime": false,
	} {
		if _, ok := ReadZone(name); ok != want {
			t.Errorf("the zone %q exists: %t", name, ok)
		}
	}
}

func FuzzReadTime(f *testing.F) {
	f.Add("tomorrow 20:30", int64(1_795_518_000))
	f.Add("in 2h", int64(1_795_518_000))
	f.Fuzz(func(t *testing.T, typed string, unix int64) {
		now := time.Unix(unix%4e9, 0)
		if at, err := ReadTime("start", typed, time.UTC, now); err == nil && (!at.After(now) || at.Sub(now) > farthest) {
			t.Errorf("at %s, %q is %s", now, typed, at)
		}
	})
}
