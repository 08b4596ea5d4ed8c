package store_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"cardroom/store/storetest"
)

// cluster is masters that share the slots evenly, and replicas of the first ones.
type cluster struct {
	masters, replicas []*storetest.Redis
}

func startCluster(t testing.TB, masters, replicas int) *cluster {
	t.Helper()
	c := &cluster{}
	var all []*storetest.Redis
	for i := range masters + replicas {
		_, bus, _ := net.SplitHostPort(storetest.FreeAddr(t))
		s := storetest.StartRedis(t, "--cluster-enabled", "yes", "--cluster-port", bus,
			"--cluster-node-timeout", "2000", "--repl-diskless-sync-delay", "0")
		s.Must("CLUSTER", "SET-CONFIG-EPOCH", i+1)
		for _, other := range all { // each every other: gossip would take seconds
			host, port, _ := net.SplitHostPort(other.Addr)
			s.Must("CLUSTER", "MEET", host, port, other.Setting("--cluster-port"))
		}
		all = append(all, s)
	}
	c.masters, c.replicas = all[:masters], all[masters:]
	for i, m := range c.masters {
		m.Must("CLUSTER", "ADDSLOTSRANGE", 16384*i/masters, 16384*(i+1)/masters-1)
	}
	for i, r := range c.replicas {
		id := c.masters[i].Must("CLUSTER", "MYID")
		storetest.Until(t, "the replica knows its master", func() error {
			return r.Do(context.Background(), "CLUSTER", "REPLICATE", id).Err()
		})
	}
	for _, s := range all {
		storetest.Until(t, "the cluster is whole", func() error { return sees(s, len(all), masters) })
	}
	return c
}

// sees says whether a node of a cluster knows all others.
func sees(s *storetest.Redis, nodes, masters int) error {
	info, err := s.ClusterInfo(context.Background()).Result()
	for _, want := range []string{
		"cluster_state:ok", fmt.Sprintf("cluster_known_nodes:%d", nodes), fmt.Sprintf("cluster_size:%d", masters),
	} {
		if err == nil && !strings.Contains(info, want+"\r\n") {
			err = fmt.Errorf("not %s", want)
		}
	}
	return err
}

func (c *cluster) url() string {
	var addrs []string
	for _, m := range c.masters {
		addrs = append(addrs, m.Addr)
	}
	return "redis://" + strings.Join(addrs, ",")
}
