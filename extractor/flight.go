package extractor

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Pages of Next.js carry the values that their components show in scripts of the form
// self.__next_f.push([1,"..."]). The strings joined are rows "id:JSON" and texts "id:Tlength,text",
// to which the JSON refers as "$id". (Field notes of live pages, 2026-09; the format is that of React
// server components.)

const flightPush = "self.__next_f.push("

// flightValues decodes the JSON rows of a page, references to texts replaced by the texts.
func flightValues(root *html.Node) []any {
	stream := flightStream(root)
	texts := map[string]string{}
	var values []any
	for stream != "" {
		id, row, ok := strings.Cut(stream, ":")
		if !ok {
			break
		}
		if text, rest, isText := flightText(row); isText {
			texts["$"+id] = text
			stream = rest
			continue
		}
		row, stream, _ = strings.Cut(row, "\n")
		if strings.HasPrefix(row, "{") || strings.HasPrefix(row, "[") {
			if v, err := decodeJSON(row); err == nil {
				values = append(values, v)
			}
		}
	}
	for _, v := range values {
		fillReferences(v, texts)
	}
	return values
}

func flightStream(root *html.Node) string {
	var b strings.Builder
	for _, n := range findAll(root, isScript) {
		call, ok := strings.CutPrefix(strings.TrimSpace(rawText(n)), flightPush)
		if !ok {
			continue
		}
		v, err := decodeJSON(strings.TrimRight(call, "); \n"))
		if list, _ := v.([]any); err == nil && len(list) == 2 {
			s, _ := list[1].(string)
			b.WriteString(s)
		}
	}
	return b.String()
}

var flightLength = regexp.MustCompile(`^T([0-9a-f]{1,6}),`)

// flightText reads a row that is a text of a stated length in bytes.
func flightText(row string) (text, rest string, ok bool) {
	m := flightLength.FindStringSubmatch(row)
	if m == nil {
		return "", row, false
	}
	n, err := strconv.ParseInt(m[1], 16, 64)
	row = row[len(m[0]):]
	if err != nil || int(n) > len(row) {
		return "", "", true
	}
	return row[:n], row[n:], true
}

func fillReferences(v any, texts map[string]string) {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if s, ok := e.(string); ok && texts[s] != "" {
				v[i] = texts[s]
			}
			fillReferences(e, texts)
		}
	case map[string]any:
		for k, e := range v {
			if s, ok := e.(string); ok && texts[s] != "" {
				v[k] = texts[s]
			}
			fillReferences(e, texts)
		}
	}
}
