//go:build !linux

package private

import "syscall"

// dieWithParent does nothing where the kernel has no such signal: a server whose keeper was killed runs on until the
// next keeper stops it (see cluster.clear).
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}
