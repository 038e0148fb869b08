package migrations_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"inquest/migrations"
	"inquest/queue/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// latest is the number of the newest file.
const latest = 19

func TestAnEmptySchemaGetsAllTablesAndASecondRunDoesNothing(t *testing.T) {
	t.Parallel()
	conn := storetest.NewSchema(t).Connect(t)
	var got [][2]int
	for range 2 {
		from, to, err := migrations.Up(t.Context(), conn)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, [2]int{from, to})
	}
	if diff := cmp.Diff([][2]int{{0, latest}, {latest, latest}}, got); diff != "" {
		t.Errorf("from and to (-want +got):\n%s", diff)
	}
	want := []string{
		"bodies", "captures", "decisions", "documents", "draft_documents", "drafts", "evidence", "failures", "hosts",
		"item_sources", "items", "networks", "robots_files", "schema_version", "sources",
	}
	if diff := cmp.Diff(want, tables(t, conn)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func tables(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `
SELECT table_name::text
  FROM information_schema.tables
 WHERE table_schema = current_schema()
 ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestManyProcessesMayMigrateAtOnce(t *testing.T) {
	t.Parallel()
	d := storetest.NewSchema(t)
	outcomes := make(chan error)
	for range 6 {
		conn := d.Connect(t)
		go func() {
			_, to, err := migrations.Up(context.WithoutCancel(t.Context()), conn)
			if err == nil && to != latest {
				err = errors.New("not at the latest")
			}
			outcomes <- err
		}()
	}
	for range 6 {
		if err := <-outcomes; err != nil {
			t.Error(err)
		}
	}
}

func TestCheckTellsADatabaseThatIsBehind(t *testing.T) {
	t.Parallel()
	conn := storetest.NewSchema(t).Connect(t)
	var behind *migrations.BehindError
	if err := migrations.Check(t.Context(), conn); !errors.As(err, &behind) || *behind != (migrations.BehindError{Has: 0, Wants: latest}) {
		t.Errorf("before: error %v, want a BehindError", err)
	}
	if _, _, err := migrations.Up(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Check(t.Context(), conn); err != nil {
		t.Errorf("after: %v", err)
	}
}

func TestADatabaseOfANewerVersionIsLeftAlone(t *testing.T) {
	t.Parallel()
	conn := storetest.NewDatabase(t).Connect(t)
	if _, err := conn.Exec(t.Context(), `UPDATE schema_version SET version = 99`); err != nil {
		t.Fatal(err)
	}
	_, _, up := migrations.Up(t.Context(), conn)
	for call, err := range map[string]error{"Up": up, "Check": migrations.Check(t.Context(), conn)} {
		if err == nil || !strings.Contains(err.Error(), "use the newer inquest") {
			t.Errorf("%s: error %v, want one that says what to do", call, err)
		}
	}
}

func TestEveryTableSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	conn := storetest.NewDatabase(t).Connect(t)
	for _, table := range tables(t, conn) {
		var comment *string
		if err := conn.QueryRow(t.Context(), `SELECT obj_description($1::regclass)`, table).Scan(&comment); err != nil {
			t.Fatal(err)
		}
		if explained := table == "schema_version" || comment != nil; !explained {
			t.Errorf("table %s has no comment", table)
		}
	}
}

// rows is one consistent set: a source with a capture, a document, an item and its draft.
const rows = `
INSERT INTO sources (key, url, host, added_at) VALUES ('https://a.example/', 'https://a.example/', 'a.example', '2031-02-03');
INSERT INTO sources (key, url, host, added_at) VALUES ('https://b.example/', 'https://b.example/', 'b.example', '2031-02-03');
INSERT INTO bodies (sha256, size, zstd) VALUES (repeat('a', 64), 3, 'abc');
INSERT INTO captures (source, sha256, url, final_url, status, header, hops, fetched_at, seen_at)
VALUES (1, repeat('a', 64), 'https://a.example/', 'https://a.example/', 200, '{}', '[]', '2031-02-03', '2031-02-03');
INSERT INTO documents (capture, version, parts, document, extracted_at) VALUES (1, '1', 1, '{}', '2031-02-03');
INSERT INTO items (created_at) VALUES ('2031-02-03'), ('2031-02-03');
INSERT INTO item_sources (item, source, part, role) VALUES (1, 1, 1, 'primary');
INSERT INTO drafts (item, documents, extractor, normalizer, vocab, incident, problems, draft, proposal, drafted_at)
VALUES (1, '1#1', '1', '1', '1', true, 0, '{}', '{}', '2031-02-03');
INSERT INTO draft_documents (draft, document, part, position) VALUES (1, 1, 1, 1);
`

func TestTheDatabaseHoldsTheInvariants(t *testing.T) {
	t.Parallel()
	conn := storetest.NewDatabase(t).Connect(t)
	if _, err := conn.Exec(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, sql, constraint string }{
		{"two sources of one key",
			`INSERT INTO sources (key, url, host, added_at) VALUES ('https://a.example/', 'x', '', '2031-02-03')`, "sources_key_key"},
		{"a job that has read more than was wanted",
			`UPDATE sources SET done = 2`, "sources_done_is_wanted"},
		{"a source that counts another source's capture",
			`UPDATE sources SET capture = 1 WHERE id = 2`, "sources_capture"},
		{"two captures of one source with the same bytes",
			`INSERT INTO captures (source, sha256, url, final_url, status, header, hops, fetched_at, seen_at)
			 VALUES (1, repeat('a', 64), '', '', 200, '{}', '[]', '2031-02-03', '2031-02-03')`, "captures_source_sha256_key"},
		{"a capture without its body",
			`INSERT INTO captures (source, sha256, url, final_url, status, header, hops, fetched_at, seen_at)
			 VALUES (1, repeat('b', 64), '', '', 200, '{}', '[]', '2031-02-03', '2031-02-03')`, "captures_sha256_fkey"},
		{"a body whose name is no hash",
			`INSERT INTO bodies (sha256, size, zstd) VALUES ('A', 1, '')`, "bodies_sha256_check"},
		{"two documents of one version",
			`INSERT INTO documents (capture, version, parts, document, extracted_at) VALUES (1, '1', 1, '{}', '2031-02-03')`, "documents_capture_version_key"},
		{"an item in no known state",
			`UPDATE items SET draft = 1, state = 'lost' WHERE id = 1`, "items_state_check"},
		{"an item excluded without a reason",
			`UPDATE items SET state = 'excluded'`, "items_excluded_for_a_reason"},
		{"an item merged into nothing",
			`UPDATE items SET state = 'merged'`, "items_merged_into_another"},
		{"an item merged into itself",
			`UPDATE items SET state = 'merged', merged_into = id`, "items_not_merged_into_itself"},
		{"an item in review without a draft",
			`UPDATE items SET state = 'in-review'`, "items_draft_before_review"},
		{"an item with another item's draft",
			`UPDATE items SET draft = 1, state = 'drafted' WHERE id = 2`, "items_draft"},
		{"two items that begin with one incident",
			`INSERT INTO item_sources (item, source, part, role) VALUES (2, 1, 1, 'primary')`, "item_sources_part"},
		{"an item that begins with two sources",
			`INSERT INTO item_sources (item, source, part, role) VALUES (1, 2, 1, 'primary')`, "item_sources_primary"},
		{"two drafts of one set, versions and no model",
			`INSERT INTO drafts (item, documents, extractor, normalizer, vocab, incident, problems, draft, proposal, drafted_at)
			 VALUES (1, '1#1', '2', '1', '1', true, 0, '{}', '{}', '2031-02-03')`, "drafts_item_documents_normalizer_vocab_model_key"},
		{"a quote that does not fill its span",
			`INSERT INTO evidence (draft, position, field, made_by, document, part, block, start_byte, end_byte, quote)
			 VALUES (1, 1, 'date', 'rules', 1, 1, 0, 0, 3, 'é1x')`, "evidence_quote_fills_span"},
		{"evidence in a document that the draft was not made from",
			`INSERT INTO evidence (draft, position, field, made_by, document, part, block, start_byte, end_byte, quote)
			 VALUES (1, 1, 'date', 'rules', 1, 2, 0, 0, 3, 'abc')`, "evidence_draft_document_part_fkey"},
		{"evidence surer than sure",
			`INSERT INTO evidence (draft, position, field, made_by, document, part, block, start_byte, end_byte, quote, score)
			 VALUES (1, 1, 'date', 'rules', 1, 1, 0, 0, 3, 'abc', 1.5)`, "evidence_score_check"},
		{"an acceptance without the record",
			`INSERT INTO decisions (item, kind, decided_by, decided_at, draft) VALUES (1, 'accept', 'kim', '2031-02-03', 1)`, "decisions_accept_a_record"},
		{"an acceptance without the draft",
			`INSERT INTO decisions (item, kind, decided_by, decided_at, record) VALUES (1, 'accept', 'kim', '2031-02-03', '{}')`, "decisions_accept_a_draft"},
		{"a merge into itself",
			`INSERT INTO decisions (item, kind, decided_by, decided_at, other) VALUES (1, 'merge', 'kim', '2031-02-03', 1)`, "decisions_merge_into_another"},
		{"a failure of a stage that names another kind of row",
			`INSERT INTO failures (stage, item, state, kind, message, actor, attempts, first_at, last_at)
			 VALUES ('fetch', 1, 'dead', 'gone', 'gone', 'curator', 1, '2031-02-03', '2031-02-03')`, "failures_of_one_row"},
		{"a dead row with another attempt",
			`INSERT INTO failures (stage, source, state, kind, message, actor, attempts, first_at, last_at, next_at)
			 VALUES ('fetch', 1, 'dead', 'gone', 'gone', 'curator', 1, '2031-02-03', '2031-02-03', '2031-02-04')`, "failures_dead_without_next"},
		{"a failure without a reason",
			`INSERT INTO failures (stage, source, state, kind, message, actor, attempts, first_at, last_at)
			 VALUES ('fetch', 1, 'dead', '', 'gone', 'curator', 1, '2031-02-03', '2031-02-03')`, "failures_kind_check"},
		{"an open breaker without an end",
			`INSERT INTO hosts (host, opened, changed_at) VALUES ('a.example', 1, '2031-02-03')`, "hosts_open_until_then"},
		{"a turn of nobody",
			`INSERT INTO hosts (host, leased_until, changed_at) VALUES ('a.example', '2031-02-03', '2031-02-03')`, "hosts_held_for_a_time"},
		{"a copy that somebody supplied at no time",
			`UPDATE captures SET supplied_by = 'kim'`, "captures_supplied_by_somebody_at_a_time"},
		{"an item held that a curator pulled in",
			`UPDATE items SET held = true, pulled_at = '2031-02-03'`, "items_held_or_pulled"},
		{"an item in nobody's review",
			`UPDATE items SET draft = 1, state = 'in-review' WHERE id = 1`, "items_in_review_by_somebody"},
		{"an item claimed and not in review",
			`UPDATE items SET claimed_by = 'kim', claimed_until = '2031-02-03'`, "items_in_review_by_somebody"},
		{"a source parked for no reason",
			`UPDATE sources SET parked_until = '2031-02-03'`, "sources_parked_for_a_reason"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := conn.Exec(t.Context(), test.sql)
			var refused *pgconn.PgError
			if !errors.As(err, &refused) || refused.ConstraintName != test.constraint {
				t.Errorf("error %v, want a violation of %s", err, test.constraint)
			}
		})
	}
}
