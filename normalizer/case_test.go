package normalizer

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestCaseKeepsItsBytes(t *testing.T) {
	schema, err := compileCase()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"full.json", "null.json"} {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata/case", name))
			if err != nil {
				t.Fatal(err)
			}
			want = bytes.TrimSpace(want)
			c, err := DecodeCase(want)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Encode(c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("decoded and encoded case (-want +got):\n%s", diff)
			}
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); err != nil {
				t.Error(err)
			}
		})
	}
}

func compileCase() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(CaseSchema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:inquest:schema:case", doc); err != nil {
		return nil, err
	}
	return c.Compile("urn:inquest:schema:case")
}

func TestCaseOfAnotherShapeIsRefused(t *testing.T) {
	if _, err := DecodeCase([]byte(`{"id":null,"colour":"red"}`)); err == nil {
		t.Error("a key that no case has was accepted")
	}
}
