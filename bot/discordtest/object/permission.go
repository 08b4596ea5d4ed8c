package object

// These are the permissions that this Discord supports, with Discord's bits.
const (
	ViewChannel            = 1 << 10
	SendMessages           = 1 << 11
	ManageMessages         = 1 << 13
	EmbedLinks             = 1 << 14
	AttachFiles            = 1 << 15
	ReadMessageHistory     = 1 << 16
	MentionEveryone        = 1 << 17
	UseApplicationCommands = 1 << 31
	ManageThreads          = 1 << 34
	CreatePublicThreads    = 1 << 35
	CreatePrivateThreads   = 1 << 36
	SendMessagesInThreads  = 1 << 38
	CreateEvents           = 1 << 44
	Administrator          = 1 << 3
)

// MemberPermissions holds the permissions of a new member: see, read, write, attach, use commands.
const MemberPermissions int64 = ViewChannel | SendMessages | EmbedLinks | AttachFiles |
	ReadMessageHistory | UseApplicationCommands | SendMessagesInThreads
