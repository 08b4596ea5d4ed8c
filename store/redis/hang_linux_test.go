package redis_test

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
	"cardroom/store/storetest"
)

// TestAServerThatHangsIsNotWaitedFor is a test of P3.
func TestAServerThatHangsIsNotWaitedFor(t *testing.T) {
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	server.Signal(syscall.SIGSTOP)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := s.Commit(ctx, storetest.TopUp(storetest.Felt, 2))
	if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
		t.Errorf("after %v: %v, want DeadlineExceeded after 200ms", took, err)
	}
	server.Signal(syscall.SIGCONT)
	if r := storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2)); r.Version != 2 {
		t.Errorf("%+v", r)
	}
	storetest.CheckBalances(t, s)
}

const tlsChild = "STORE_TLS_CHILD" // set in the child alone: the URL of a server whose certificate it trusts

func TestRedissTalksToTrustedServersAlone(t *testing.T) {
	if url := os.Getenv(tlsChild); url != "" {
		s := openAt(t, url, store.Options{})
		storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
		return
	}
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	m, err := miniredis.RunTLS(&tls.Config{Certificates: web.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := tryRedis(t, "rediss://"+m.Addr()); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a server that nobody vouches for: %v", err)
	}
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw})
	if err := os.WriteFile(trusted, block, 0o600); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestRedissTalksToTrustedServersAlone$", "-test.count=1")
	child.Env = append(os.Environ(), "SSL_CERT_FILE="+trusted, tlsChild+"=rediss://"+m.Addr())
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
