// Package gate has who may organise a tournament (T106), and who may register for it (T11): the settings of its gate as an
// organiser types them, and the messages that ask an organiser about people who want to register. The rules of a gate are those of
// [record.Gate].
package gate
