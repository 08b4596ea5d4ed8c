package object

// These are Discord's types of a channel for announcements, and of threads. A channel for texts has 0.
const (
	NewsChannel   = 5
	NewsThread    = 10
	PublicThread  = 11
	PrivateThread = 12
)
