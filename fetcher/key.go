package fetcher

import "strings"

// Key returns the identity of an address: two addresses with one key are one
// source. It is careful: it undoes what cannot matter (letter case of scheme and
// host, default port, dot segments, needless escapes, fragment, parameters that
// are known to track people) and leaves everything that may (the scheme, a final
// slash, unknown parameters and their order, %2F, doubled slashes). The address
// of an archived copy has the key of the original. The error is an [Error] of
// kind bad-address. Key(Key(x)) is Key(x).
func Key(raw string) (string, error) {
	if _, _, original, ok := SplitReplay(raw); ok {
		return Key(original)
	}
	u, err := parse(raw)
	if err != nil {
		return "", err
	}
	key := u.Scheme + "://" + u.Host + plainPath(u.EscapedPath())
	if query := plainQuery(u.RawQuery); query != "" {
		key += "?" + query
	}
	// A fragment that begins with ! names a page in old script-driven sites.
	if fragment := u.EscapedFragment(); strings.HasPrefix(fragment, "!") {
		key += "#" + plainEscapes(fragment)
	}
	if _, _, original, ok := SplitReplay(key); ok {
		return Key(original) // it hid behind dot segments or escapes
	}
	return key, nil
}

// plainPath resolves dot segments (RFC 3986, section 5.2.4) on the escaped path,
// so that an escaped slash stays one.
func plainPath(escaped string) string {
	var kept []string
	segments := strings.Split(strings.TrimPrefix(plainEscapes(escaped), "/"), "/")
	for i, segment := range segments {
		last := i == len(segments)-1
		if segment == ".." && len(kept) > 0 {
			kept = kept[:len(kept)-1]
		}
		switch {
		case segment != "." && segment != "..":
			kept = append(kept, segment)
		case last:
			kept = append(kept, "") // "/a/." is "/a/"
		}
	}
	return "/" + strings.Join(kept, "/")
}

// plainQuery drops the tracking parameters and keeps the others in their order.
func plainQuery(raw string) string {
	var kept []string
	for pair := range strings.SplitSeq(plainEscapes(raw), "&") {
		name, _, _ := strings.Cut(pair, "=")
		if !isTracking(name) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

// isTracking knows the parameters that say where a reader came from. Never add
// one that any site might use to name a page.
func isTracking(name string) bool {
	switch name {
	case "gclid", "fbclid", "mc_cid", "mc_eid", "igshid", "ref_src", "_hsenc", "_hsmi", "WT.mc_id", "shdrefreshflag":
		return true
	}
	return strings.HasPrefix(name, "utm_")
}

// plainEscapes decodes what needs no escape and writes the others in upper case
// (RFC 3986, section 6.2.2).
func plainEscapes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if !isEscape(s[i:]) {
			b.WriteByte(s[i])
			continue
		}
		c := unhex(s[i+1])<<4 | unhex(s[i+2])
		if isUnreserved(c) {
			b.WriteByte(c)
		} else {
			writeEscape(&b, c)
		}
		i += 2
	}
	return b.String()
}

// escapeOdd escapes the bytes that an address cannot hold as they are, such as
// spaces, letters beyond ASCII and a percent sign that begins no escape. It
// decodes nothing. url.Parse must only see its result: a path with an odd byte
// would otherwise be rebuilt from its decoded form, and %2F in it become a slash.
func escapeOdd(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isUnreserved(s[i]) || strings.IndexByte("/?#:@!$&'()*+,;=[]", s[i]) >= 0 || isEscape(s[i:]) {
			b.WriteByte(s[i])
		} else {
			writeEscape(&b, s[i])
		}
	}
	return b.String()
}

func isEscape(s string) bool {
	return len(s) > 2 && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

func writeEscape(b *strings.Builder, c byte) {
	const digits = "0123456789ABCDEF"
	b.Write([]byte{'%', digits[c>>4], digits[c&15]})
}

func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
