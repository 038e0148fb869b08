package normalizer

import _ "embed"

// CaseSchema is the JSON Schema (draft 2020-12) of a case.
//
//go:embed schema/case.json
var CaseSchema string

// DraftSchema is the JSON Schema (draft 2020-12) of a line of `inquest draft`. It refers to
// [CaseSchema] by its $id.
//
//go:embed schema/draft.json
var DraftSchema string
