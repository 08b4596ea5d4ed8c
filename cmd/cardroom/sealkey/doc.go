// Package sealkey finds the key that seals the hands of a store, where the environment has none. A database file has a key file beside
// it. The key of a Redis is derived from the bot's token.
package sealkey
