package openapi

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// keyword is the place in a schema for the integers that it allows. The description writes them as an enum or as constants
// of a oneOf, and the library compares each of those as a fraction. That took half of the time of a check.
const keyword = "x-integers"

// integers are the ones that a schema allows, as JSON writes them without a fraction or an exponent.
type integers map[json.Number]bool

// Validate reports any other number to ctx. Values of another type are left to the schema's type.
func (i integers) Validate(ctx *jsonschema.ValidatorContext, v any) {
	if n, ok := v.(json.Number); ok && !i[n] {
		want := make([]any, 0, len(i))
		for n := range i {
			want = append(want, n)
		}
		ctx.AddError(&kind.Enum{Got: v, Want: want})
	}
}

// vocabulary makes integers of the keyword.
var vocabulary = &jsonschema.Vocabulary{
	URL:    "integers",
	Schema: &jsonschema.Schema{},
	Compile: func(_ *jsonschema.CompilerContext, schema map[string]any) (jsonschema.SchemaExt, error) {
		if i, ok := schema[keyword].(integers); ok {
			return i, nil
		}
		return nil, nil
	},
}

// takeIntegers moves a schema's enum of integers, or its oneOf of integer constants, to the keyword.
func takeIntegers(schema map[string]any) {
	if schema["type"] != "integer" {
		return
	}
	for _, from := range []string{"enum", "oneOf"} {
		list, _ := schema[from].([]any)
		i := integers{}
		for _, value := range list {
			if constant, ok := value.(map[string]any); ok {
				value = constant["const"]
			}
			if n, ok := value.(json.Number); ok {
				i[n] = true
			}
		}
		if len(i) > 0 && len(i) == len(list) {
			delete(schema, from)
			schema[keyword] = i
			return
		}
	}
}
