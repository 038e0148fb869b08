package private

import "syscall"

// dieWithParent makes the kernel send the signal to the child when the thread that starts it ends: the caller stays on
// its thread (runtime.LockOSThread).
func dieWithParent(attr *syscall.SysProcAttr, signal syscall.Signal) { attr.Pdeathsig = signal }
