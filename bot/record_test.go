package bot_test

import (
	"encoding/json"
	"flag"
	"os"
	"sync"
)

var requestsFile = flag.String("requests", "", "add to the `file` all requests with a body: method, path and body, a line of JSON each")

// requestLog is the file of -requests.
var requestLog struct {
	mu   sync.Mutex
	file *os.File
}

// recording returns a check of requests that also logs them if -requests is set. bench/clients checks the log.
func recording(check func(method, path string, body []byte) error) func(method, path string, body []byte) error {
	if *requestsFile == "" {
		return check
	}
	return func(method, path string, body []byte) error {
		if err := logRequest(method, path, body); err != nil {
			return err
		}
		if check == nil {
			return nil
		}
		return check(method, path, body)
	}
}

// logRequest writes a request into the file of -requests.
func logRequest(method, path string, body []byte) error {
	line, err := json.Marshal(struct {
		Method, Path string
		Body         json.RawMessage
	}{method, path, body})
	if err != nil {
		return err
	}
	requestLog.mu.Lock()
	defer requestLog.mu.Unlock()
	if requestLog.file == nil {
		// A test on one core is a process of its own, and adds to the same file: one write is one line.
		if requestLog.file, err = os.OpenFile(*requestsFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
			return err
		}
	}
	_, err = requestLog.file.Write(append(line, '\n'))
	return err
}
