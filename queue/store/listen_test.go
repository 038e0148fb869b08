package store_test

import (
	"testing"
	"time"

	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// listen returns the calls that a listener gets; the first one says that it listens.
func listen(t *testing.T, s *store.Store) <-chan struct{} {
	t.Helper()
	woken := make(chan struct{}, 16)
	go s.Listen(t.Context(), func() { woken <- struct{}{} }, func(err error) { t.Log(err) })
	heard(t, woken, "the listener")
	return woken
}

func heard(t *testing.T, woken <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-woken:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited in vain for %s", what)
	}
}

func TestAnAddressQueuedByAnotherProcessWakesTheListener(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	woken := listen(t, storetest.Open(t, d))
	other := storetest.Open(t, d)
	receipt := add(t, other, "https://status.example.com/1")
	heard(t, woken, "a new source")
	if _, err := other.Requeue(t.Context(), store.Filter{Source: receipt.Source}); err != nil {
		t.Fatal(err)
	}
	heard(t, woken, "a requeue")
}

func TestAListenerComesBackAfterItsConnectionIsLost(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	woken := listen(t, s)
	killed, err := d.Connect(t).Exec(t.Context(), `
SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity
 WHERE query = 'LISTEN "inquest.`+d.Schema+`"'`)
	if err != nil || killed.RowsAffected() != 1 {
		t.Fatalf("ended %d connections, error %v", killed.RowsAffected(), err)
	}
	heard(t, woken, "the new connection")
	add(t, s, "https://status.example.com/1")
	heard(t, woken, "a new source")
}

func TestATransactionSurvivesAServerThatDropsItsConnections(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	add(t, s, "https://status.example.com/1")
	if _, err := d.Connect(t).Exec(t.Context(), `
SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity
 WHERE application_name = 'inquest `+d.Schema+`'`); err != nil {
		t.Fatal(err)
	}
	add(t, s, "https://status.example.com/2")
}
