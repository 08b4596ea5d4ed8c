// Package check reads the files of folder deploy with the code of the programs that will read them: Compose and Kubernetes.
// It is a module of its own, so that the bot does not depend on theirs. systemd reads its file where it is installed.
package check

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

// processes is the number of processes that both files start.
const processes = 4

// load reads a file as Compose does, with the variables of a .env.
func load(t *testing.T, file string, env ...string) (*types.Project, error) {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{file}, cli.WithEnv(env), cli.WithoutEnvironmentResolution, cli.WithName("cardroom"))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(context.Background())
}

func TestComposeReadsItsFiles(t *testing.T) {
	for file, n := range map[string]int{"../../compose.yaml": 1, "../compose.yaml": processes} {
		if _, err := load(t, file); err == nil || !strings.Contains(err.Error(), "REDIS_PASSWORD") {
			t.Errorf("%s without a password: %v", file, err)
		}
		p, err := load(t, file, "REDIS_PASSWORD=secret")
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		bot, err := p.GetService("bot")
		if err != nil || bot.GetScale() != n {
			t.Errorf("%s: %d processes, want %d (%v)", file, bot.GetScale(), n, err)
		}
		for name, s := range p.Services {
			if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.MemLimit == 0 || s.PidsLimit == 0 {
				t.Errorf("%s: %s has more rights than it needs", file, name)
			}
			if _, out := s.Networks["discord"]; out != (name == "bot") {
				t.Errorf("%s: %s reaches the net: %v", file, name, out)
			}
		}
	}
}

// TestTheClusterHasADiskAndAnAddressForEachServer looks for what a merge of YAML would silently share.
func TestTheClusterHasADiskAndAnAddressForEachServer(t *testing.T) {
	p, err := load(t, "../compose.yaml", "REDIS_PASSWORD=secret")
	if err != nil {
		t.Fatal(err)
	}
	maker, err := p.GetService("cluster")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for name, s := range p.Services {
		if !strings.HasPrefix(name, "redis-") {
			continue
		}
		address := s.Networks["store"].Ipv4Address
		if !strings.Contains(maker.Command[2], address) || maker.DependsOn[name].Condition != "service_healthy" {
			t.Errorf("the service that makes the cluster does not wait for %s at %s", name, address)
		}
		for _, own := range []string{address, s.Volumes[0].Source} {
			if own == "" || seen[own] {
				t.Errorf("%s shares %q with another server", name, own)
			}
			seen[own] = true
		}
	}
	if len(seen) != 2*6 {
		t.Errorf("the cluster has the disks and addresses %v, want those of three masters and three replicas", seen)
	}
}

// objects decodes a manifest, and refuses fields that Kubernetes does not know or that are given twice.
func objects(t *testing.T, manifest []byte) (all []runtime.Object, err error) {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apps.AddToScheme, core.AddToScheme, policy.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for document := range bytes.SplitSeq(manifest, []byte("\n---\n")) {
		o, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

func TestKubernetesReadsItsFile(t *testing.T) {
	manifest, err := os.ReadFile("../kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := objects(t, bytes.Replace(manifest, []byte("replicas:"), []byte("replica:"), 1)); err == nil {
		t.Error("a field that does not exist is accepted")
	}
	all, err := objects(t, manifest)
	if err != nil {
		t.Fatal(err)
	}
	bot := all[0].(*apps.Deployment)
	pod := labels.Set(bot.Spec.Template.Labels)
	if *bot.Spec.Replicas != processes || len(all) != 3 {
		t.Errorf("%d processes and %d objects", *bot.Spec.Replicas, len(all))
	}
	if !labels.SelectorFromSet(bot.Spec.Selector.MatchLabels).Matches(pod) {
		t.Error("the deployment does not select its pods")
	}
	if !labels.SelectorFromSet(all[1].(*policy.PodDisruptionBudget).Spec.Selector.MatchLabels).Matches(pod) {
		t.Error("the disruption budget does not select the pods")
	}
	service := all[2].(*core.Service)
	if !labels.SelectorFromSet(service.Spec.Selector).Matches(pod) {
		t.Error("the service does not select the pods")
	}
	container := bot.Spec.Template.Spec.Containers[0]
	port := container.Ports[0].Name
	for _, named := range []string{service.Spec.Ports[0].TargetPort.StrVal, container.StartupProbe.HTTPGet.Port.StrVal,
		container.ReadinessProbe.HTTPGet.Port.StrVal, container.LivenessProbe.HTTPGet.Port.StrVal} {
		if named != port {
			t.Errorf("the container has the port %q, and %q is named", port, named)
		}
	}
}

// TestSystemdStartsTheBotAgainAfterEveryFailure reads the unit's rules of restarts. A crash of Go's runtime has the same exit code as a
// wrong configuration, so the unit may leave out no code. Nor may a number of failures end the restarts.
func TestSystemdStartsTheBotAgainAfterEveryFailure(t *testing.T) {
	unit, err := os.ReadFile("../cardroom.service")
	if err != nil {
		t.Fatal(err)
	}
	sections, section := map[string]string{}, ""
	for line := range strings.Lines(string(unit)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			section = name
		} else if key, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			sections["["+section+key] = value
		}
	}
	for key, want := range map[string]string{
		"[Service]Restart": "on-failure", "[Service]RestartSec": "10", "[Service]RestartPreventExitStatus": "", "[Service]SuccessExitStatus": "",
		"[Unit]StartLimitIntervalSec": "0",
	} {
		if sections[key] != want {
			t.Errorf("%s is %q, want %q", key, sections[key], want)
		}
	}
}

// TestSystemdReadsItsFile lets systemd complain of a key that it does not know.
func TestSystemdReadsItsFile(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd is not installed")
	}
	unit, err := os.ReadFile("../cardroom.service")
	if err != nil {
		t.Fatal(err)
	}
	verify := func(unit []byte) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "cardroom.service")
		unit = bytes.Replace(unit, []byte("ExecStart=/usr/local/bin/cardroom"), []byte("ExecStart=/bin/true"), 1)
		if err := os.WriteFile(path, unit, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("systemd-analyze", "verify", path).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		var said strings.Builder // of this unit; a machine may have worse ones
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "cardroom.service") {
				said.WriteString(line)
			}
		}
		return said.String()
	}
	if said := verify(bytes.Replace(unit, []byte("RestartSec="), []byte("RestartSecs="), 1)); !strings.Contains(said, "RestartSecs") {
		t.Errorf("a key that does not exist is accepted: %s", said)
	}
	if said := verify(unit); said != "" {
		t.Error(said)
	}
}
