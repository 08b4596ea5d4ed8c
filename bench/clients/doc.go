// Package clients lets other people's Discord clients log in at the fake Discord of package discordtest, and judge the
// requests of the bot. It has tests alone:
//
//	go test -v ./bench/clients -clients
//
// The first test starts the same small bot on discord.js, oceanic.js, eris and discord.py (folder bots) and uses it as a person
// does: a fake that a stock client does not understand proves little about Discord. The second records every request that the
// bot makes in its transcripts. It builds each again with discord.js' own builders, which refuse what Discord would, and has
// the compiler hold it against the types of discord-api-types.
//
// The clients are installed from package-lock.json and requirements.txt into the user's cache directory, once. Without
// Node, Python or a registry the tests skip with a message. Without -clients they install nothing and skip, so that
// go test ./... needs no network.
package clients
