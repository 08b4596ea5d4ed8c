// Package beacon gets the values of a public randomness beacon, drand, and checks their signatures.
//
// A [Chain] is one beacon: its public key, the times of its rounds, and its relays. [Quicknet] is built in, and [ReadChain]
// reads another one from a file. [Chain.Verify] checks a signature. A [Client] fetches a round from all relays at once, and
// returns the first signature that is good. No relay has to be trusted: it can withhold a value, but it cannot choose one.
//
// A round has exactly one value. BLS signatures are unique as points, and [Chain.Verify] accepts one form of bytes for each
// point. So neither a relay nor the bot can try several values. The specification is docs/fair.md.
//
// # The pairing library
//
// The package uses github.com/cloudflare/circl (BSD-3-Clause, several releases a year). Its sign/bls has both kinds of
// signature that drand's unchained schemes use. It adds golang.org/x/crypto to the program, and nothing else.
//
//   - github.com/drand/go-clients is drand's own client. Its go.mod requires more than a hundred modules, with gRPC and
//     libp2p among them. Four HTTP requests need none of them.
//   - github.com/consensys/gnark-crypto (Apache-2.0) is faster, by assembly. It has the curve but no such signatures, so the
//     check of a signature would be this program's own code. One signature a hand needs no more speed than 2.5 ms.
//
// The lengths and the form of a signature are checked here. They differed from one version of circl to the next.
package beacon
