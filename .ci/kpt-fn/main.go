// kpt-fn is the `kpt fn` of a newer kpt than the released binary at hand, built as a library:
// kpt itself can't be installed with `go install`.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/kptdev/kpt/commands/fn"
	"github.com/kptdev/kpt/pkg/printer"
	"github.com/spf13/cobra"
)

func main() {
	ctx := printer.WithContext(context.Background(), printer.New(os.Stdout, os.Stderr))
	root := &cobra.Command{Use: "kpt", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(fn.GetCommand(ctx, "kpt"))
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}
