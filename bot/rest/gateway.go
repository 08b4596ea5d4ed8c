package rest

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Gateway returns the gateway's address, the number of shards that Discord recommends and the sessions left today. A server
// without /gateway/bot gets a request for /gateway instead and counts as recommending one shard; its session limits are
// then unknown, all zero. No limit is less than zero, and the next day of sessions begins in 24 hours at most.
func (c *Client) Gateway(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	r := byBot(http.MethodGet, "gateway", "gateway", "bot")
	var g discordgo.GatewayBotResponse
	err := c.fetch(ctx, r, &g)
	refused, ok := errors.AsType[*Error](err)
	if ok && (refused.Status == http.StatusNotFound || refused.Status == http.StatusMethodNotAllowed) {
		r = byBot(http.MethodGet, "gateway", "gateway")
		err = c.fetch(ctx, r, &g)
	}
	if err != nil {
		return nil, err
	}
	g.Shards = max(g.Shards, 1)
	limit := &g.SessionStartLimit
	limit.Total, limit.Remaining = max(limit.Total, 0), max(limit.Remaining, 0)
	limit.ResetAfter = min(max(limit.ResetAfter, 0), 86_400_000)
	limit.MaxConcurrency = min(max(limit.MaxConcurrency, 0), mostConcurrency)
	return &g, nil
}

// mostConcurrency is as many sessions at once as a bot can have shards.
const mostConcurrency = 65_535
