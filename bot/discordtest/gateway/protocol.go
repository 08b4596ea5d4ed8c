package gateway

import (
	"encoding/json"
	"time"
)

// Opcodes of the gateway.
const (
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opACK       = 11
)

// Close codes of the gateway.
const (
	closeUnknownOp       = 4001
	closeDecode          = 4002
	closeUnauthenticated = 4003
	closeToken           = 4004
	closeAuthenticated   = 4005
	closeSequence        = 4007
	closeTooFast         = 4008
	closeTimeout         = 4009
	closeShard           = 4010
	closeVersion         = 4012
	closeIntents         = 4013
	closePrivilege       = 4014
	oldestVersion        = 8
	sendsPerMinute       = 120
	maxPayload           = 4096
	identifyEvery        = 5 * time.Second
	sessionsPerDay       = 1000
	sessionSurvives      = 5 * time.Minute
	replayedEvents       = 1000
	privileged           = 1<<1 | 1<<8 | 1<<15
	knownIntents         = 1<<26 - 1
	intentGuilds         = 1 << 0
	memoryEchoDelay      = 1500 * time.Millisecond
	closeWriteWithin     = time.Second
)

type payload struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int64          `json:"s"`
	T  *string         `json:"t"`
}

// closeReason returns the words of a close code.
func closeReason(code int) string {
	reasons := map[int]string{
		closeToken: "Authentication failed.", closeShard: "Invalid shard.", closeIntents: "Invalid intent(s).",
		closePrivilege: "Disallowed intent(s).", closeTimeout: "Session timed out.", closeSequence: "Invalid seq.",
		closeAuthenticated: "Already authenticated.", closeUnauthenticated: "Not authenticated.", closeVersion: "Invalid API version.",
	}
	return reasons[code]
}
