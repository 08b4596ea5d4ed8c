package storetest

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
)

// Cluster has masters that share the slots evenly, and replicas of the first ones.
type Cluster struct{ Masters, Replicas []*Redis }

// StartCluster starts a cluster. The first replica belongs to the first master, and so on.
func StartCluster(t testing.TB, masters, replicas int) *Cluster {
	t.Helper()
	c := &Cluster{}
	var all []*Redis
	for i := range masters + replicas {
		_, bus, _ := net.SplitHostPort(FreeAddr(t))
		s := StartRedis(t, "--cluster-enabled", "yes", "--cluster-port", bus,
			"--cluster-node-timeout", "2000", "--repl-diskless-sync-delay", "0")
		s.Must("CLUSTER", "SET-CONFIG-EPOCH", i+1)
		for _, other := range all { // each every other: gossip would take seconds
			host, port, _ := net.SplitHostPort(other.Addr)
			s.Must("CLUSTER", "MEET", host, port, other.Setting("--cluster-port"))
		}
		all = append(all, s)
	}
	c.Masters, c.Replicas = all[:masters], all[masters:]
	for i, m := range c.Masters {
		m.Must("CLUSTER", "ADDSLOTSRANGE", 16384*i/masters, 16384*(i+1)/masters-1)
	}
	for i, r := range c.Replicas {
		id := c.Masters[i].Must("CLUSTER", "MYID")
		Until(t, "the replica knows its master", func() error {
			return r.Do(context.Background(), "CLUSTER", "REPLICATE", id).Err()
		})
	}
	c.Whole(t)
	return c
}

// Whole waits until every node knows all others and no slot is missing.
func (c *Cluster) Whole(t testing.TB) {
	t.Helper()
	all := slices.Concat(c.Masters, c.Replicas)
	for _, s := range all {
		Until(t, "the cluster is whole", func() error { return sees(s, len(all), len(c.Masters)) })
	}
	Until(t, "every replica has what its master has", func() error {
		up := 0
		for _, s := range all {
			info, _ := s.Info(context.Background(), "replication").Result()
			up += strings.Count(info, "master_link_status:up")
		}
		if up < len(c.Replicas) {
			return fmt.Errorf("%d have", up)
		}
		return nil
	})
}

// Owner returns the current master of a key: the others name it.
func (c *Cluster) Owner(t testing.TB, key string) (owner *Redis) {
	t.Helper()
	Until(t, "somebody has "+key, func() (err error) {
		for _, s := range slices.Concat(c.Masters, c.Replicas) {
			if err = s.Do(context.Background(), "EXISTS", key).Err(); err == nil {
				owner = s
				return nil
			}
		}
		return err
	})
	return owner
}

// sees checks that a node of a cluster knows all others.
func sees(s *Redis, nodes, masters int) error {
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

// URL returns the STORE_URL of the cluster.
func (c *Cluster) URL() string {
	var addrs []string
	for _, m := range c.Masters {
		addrs = append(addrs, m.Addr)
	}
	return "redis://" + strings.Join(addrs, ",")
}
