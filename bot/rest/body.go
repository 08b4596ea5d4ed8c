package rest

import "github.com/bwmarrin/discordgo"

// mentions returns m, or a list that notifies nobody. Its Parse is never nil: "null" would leave the meaning to Discord.
func mentions(m *discordgo.MessageAllowedMentions) *discordgo.MessageAllowedMentions {
	var some discordgo.MessageAllowedMentions
	if m != nil {
		some = *m
	}
	if some.Parse == nil {
		some.Parse = []discordgo.AllowedMentionType{}
	}
	return &some
}

// quietAnswer returns r's data with mentions and components filled in where the answer is a message. A deferred answer may
// carry nothing but its flags.
func quietAnswer(r *discordgo.InteractionResponse) *discordgo.InteractionResponseData {
	data := *r.Data
	switch r.Type {
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseUpdateMessage:
		data.AllowedMentions = mentions(data.AllowedMentions)
		if data.Components == nil {
			data.Components = []discordgo.MessageComponent{}
		}
	}
	return &data
}

// whole returns e with everything an edit must say: Discord keeps from the older message what an edit leaves out. Messages
// made of components alone (IS_COMPONENTS_V2) have no content to set.
func whole(e *discordgo.WebhookEdit) *discordgo.WebhookEdit {
	full := *e
	full.AllowedMentions = mentions(e.AllowedMentions)
	if full.Content == nil && e.Flags&discordgo.MessageFlagsIsComponentsV2 == 0 {
		full.Content = new(string)
	}
	if full.Components == nil || *full.Components == nil {
		full.Components = &[]discordgo.MessageComponent{}
	}
	return &full
}
