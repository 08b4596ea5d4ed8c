package redis

import (
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// AgeFences makes the fences of a store's guilds as old as they are when every replica has them.
func AgeFences(s store.Store) {
	r := s.(*Store)
	for guild := range r.mark.fences.Range {
		r.mark.fences.Store(guild, time.Now().Add(-replicated))
	}
}

// IndexKey returns the key of the index of a guild's tables.
func IndexKey(guild engine.ID) string { return guildKey(guild, tablesName) }

// TableKey returns the key of a table.
func TableKey(k store.Key) string { return tableKey(k, tableName) }

// GuildTag returns the part of a guild's keys that decides which master has them.
func GuildTag(guild engine.ID) string { return guildKey(guild, "") }

// FenceKey returns the key of a guild's fence.
func FenceKey(guild engine.ID) string { return guildKey(guild, fenceName) }

// MendSoon makes a store's next note write the list of guilds anew.
func MendSoon(s store.Store) {
	l := &s.(*Store).guilds
	l.mending.Lock()
	defer l.mending.Unlock()
	l.mended = time.Time{}
}
