// Package fastjson encodes values as encoding/json does, byte for byte, in less time.
//
// It saves the second pass of encoding/json over everything that is JSON already. A [json.RawMessage] goes out as it is, so
// it must be what encoding/json would write: compact, with <, > and & escaped. It looks at the type of a value once in the
// life of the program, and keeps how to encode it. It leaves types that it does not know to encoding/json, such as one with
// a method MarshalJSON.
//
// Stored records have to keep their bytes, and other libraries write them differently: they do not know omitzero. The
// successor encoding/json/v2 takes this package's place once it is no experiment any more.
package fastjson
