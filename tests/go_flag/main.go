// Parses lists of arguments with Go's own flag package, as Volcano's pytorch plugin does: one JSON list of strings a
// line on stdin, one JSON object a line on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"os"
)

type outcome struct {
	Error   string `json:"error"` // "" where Go is content
	Left    int    `json:"left"`  // items that Go never looked at
	Master  string `json:"master"`
	Worker  string `json:"worker"`
	Port    int    `json:"port"`
	Enabled bool   `json:"wait_master_enabled"`
	Timeout int    `json:"wait_master_timeout"`
	Image   string `json:"wait_master_image"`
}

func parse(arguments []string) outcome {
	var o outcome
	flags := flag.NewFlagSet("pytorch", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.Master, "master", "master", "")
	flags.StringVar(&o.Worker, "worker", "worker", "")
	flags.IntVar(&o.Port, "port", 23456, "")
	flags.BoolVar(&o.Enabled, "wait-master-enabled", false, "")
	flags.IntVar(&o.Timeout, "wait-master-timeout", 300, "")
	flags.StringVar(&o.Image, "wait-master-image", "busybox:1.36.1", "")
	if err := flags.Parse(arguments); err != nil {
		o.Error = err.Error()
	}
	o.Left = flags.NArg()
	return o
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var arguments []string
		if err := json.Unmarshal(line, &arguments); err != nil {
			panic(err)
		}
		if err := answers.Encode(parse(arguments)); err != nil {
			panic(err)
		}
	}
}
