package fetcher

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Bounds of one rendering.
const (
	renderTime   = 45 * time.Second // then the browser is killed
	renderScript = 10 * time.Second // of the page's own clock, which runs faster than ours
	renderBytes  = 64 << 20         // all that the browser may load for one page
)

// renderedBy is the header of a rendered page. A server that sends it gains
// nothing: its page is then read for what it is.
const renderedBy = "X-Rendered-By"

// ErrNoRendering says that a page was not rendered, and that it is not the
// page's fault: no browser is set, or it does not start under its own sandbox.
var ErrNoRendering = errors.New("pages are not rendered here")

// Render gets a page as a browser shows it after its scripts have run: the last
// resort for a page whose outcome is [JSOnly]. The browser is the one of
// [Options], headless, in its own sandbox, with a fresh profile, as a user
// without rights when we are root; all that it loads comes through a proxy of
// ours that dials under the address guard. The body of the capture is the
// document as it stood, and its header X-Rendered-By says so. The error is an
// [Error], a [ParkedError], [ErrNoRendering], or wraps ctx.Err().
func (c *Client) Render(ctx context.Context, req Request) (*Capture, error) {
	if c.chromium == "" {
		return nil, fmt.Errorf("render %s: %w: no browser is set", req.URL, ErrNoRendering)
	}
	u, bad := target(req.URL)
	if bad != nil {
		return nil, bad
	}
	verdict, err := c.checkRobots(ctx, req.URL, req.Robots)
	if err != nil {
		return nil, err
	}
	done, err := c.pacer.Take(ctx, Visit{Host: u.Hostname(), Gap: c.limits.Gap, Budget: req.Budget, Sample: c.sample.has(u.Hostname())})
	if err != nil {
		return nil, fmt.Errorf("wait for %s: %w", u.Hostname(), err)
	}
	document, err := c.browse(ctx, u.String())
	if ours := done(Report{Abandoned: true}); ours != nil && err == nil {
		err = ours
	}
	if err != nil {
		return nil, err
	}
	if why := ownError(document); why != "" {
		return nil, errorf(ServerError, "a browser that runs its scripts %s", why).at(u.String())
	}
	got := FromFile("", u.String(), "text/html; charset=utf-8", document, c.now())
	got.Header.Set(renderedBy, "inquest, from the page's scripts")
	if verdict != nil {
		got.Robots = []RobotsVerdict{*verdict}
	}
	return got, Judge(got)
}

// Marks of the page that Chromium shows in place of one that it cannot get, also
// of one to which a script led.
var (
	ownErrorBody = regexp.MustCompile(`<body[^>]* class="neterror"`)
	ownErrorCode = regexp.MustCompile(`"errorCode":"([^"]*)"`)
)

// ownError says what a browser printed in place of a page, "" for a page.
func ownError(document []byte) string {
	switch {
	case len(bytes.TrimSpace(document)) == 0:
		return "shows nothing"
	case !ownErrorBody.Match(document) || !bytes.Contains(document, []byte(`id="main-frame-error"`)):
		return ""
	}
	code := "of its own"
	if m := ownErrorCode.FindSubmatch(document); m != nil {
		code = string(m[1])
	}
	return "ends at an error page: " + code
}

// browse runs the browser once and returns the document that it prints.
func (c *Client) browse(ctx context.Context, url string) ([]byte, error) {
	as, err := nobodyElse()
	if err != nil {
		return nil, fmt.Errorf("render %s: %w: %w", url, ErrNoRendering, err)
	}
	profile, err := freshProfile(as)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", url, err)
	}
	defer os.RemoveAll(profile)
	proxy, err := c.startProxy(renderBytes)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", url, err)
	}
	defer proxy.stop()

	timed, cancel := context.WithTimeoutCause(ctx, renderTime, errTotal)
	defer cancel()
	out, said, err := run(timed, c.command(profile, proxy.addr, url), profile, as, c.limits.Decoded)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("render %s: %w", url, ctx.Err())
	case timed.Err() != nil:
		return nil, errorf(Timeout, "its scripts did not end in %v", renderTime).at(url)
	case errors.Is(err, errOverflow):
		return nil, tooLarge(c.limits.Decoded).at(url)
	case err != nil:
		return nil, fmt.Errorf("render %s: %w: %s ends with %w (%s)", url, ErrNoRendering, c.chromium, err, said)
	}
	return out, nil
}

// command is the browser's command line. Whatever it does by itself is off, and
// every way past the proxy is closed: loopback addresses, QUIC, WebRTC, its own
// name resolution. Its sandbox is never switched off.
func (c *Client) command(profile, proxy, url string) []string {
	return []string{
		c.chromium, "--headless=new", "--dump-dom",
		"--user-data-dir=" + profile, "--user-agent=" + c.agent,
		"--proxy-server=http://" + proxy, "--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-quic", "--dns-prefetch-disable",
		"--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync", "--disable-extensions",
		"--disable-gpu", "--mute-audio", "--no-first-run", "--no-pings", "--deny-permission-prompts",
		fmt.Sprintf("--virtual-time-budget=%d", renderScript.Milliseconds()),
		url,
	}
}

// run starts the browser in a process group of its own, so that its children go
// with it, and returns what it prints and the last line that it complains in.
func run(ctx context.Context, command []string, home string, as *syscall.Credential, limit int64) (out []byte, said string, err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=/usr/local/bin:/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	document, complaints := &bounded{limit: limit}, &bounded{limit: 64 << 10, rest: true}
	cmd.Stdout, cmd.Stderr = document, complaints
	err = cmd.Run()
	if document.over {
		err = errOverflow
	}
	return document.kept.Bytes(), complaint(complaints.kept.String()), err
}

// bounded keeps so many bytes of what is written to it.
type bounded struct {
	kept  bytes.Buffer
	limit int64
	rest  bool // what goes beyond is dropped; else it ends the writer
	over  bool
}

// Write keeps what there is room for.
func (b *bounded) Write(p []byte) (int, error) {
	room := b.limit - int64(b.kept.Len())
	if int64(len(p)) <= room {
		return b.kept.Write(p)
	}
	b.kept.Write(p[:room])
	if b.rest {
		return len(p), nil
	}
	b.over = true
	return int(room), errOverflow
}

// complaint picks the line about the sandbox from what a browser writes, else
// its last one.
func complaint(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines {
		if strings.Contains(strings.ToLower(line), "sandbox") {
			return line
		}
	}
	return lines[len(lines)-1]
}

// nobodyElse returns the user that the browser runs as, nil for our own: root
// becomes nobody, because no browser's sandbox holds root.
func nobodyElse() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, fmt.Errorf("we are root and there is no user to run a browser as: %w", err)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(uidErr, gidErr)
}

// freshProfile makes a directory for one run: a profile's lock outlives a killed
// browser and would keep the next one from starting.
func freshProfile(as *syscall.Credential) (string, error) {
	dir, err := os.MkdirTemp("", "inquest-render-")
	if err != nil || as == nil {
		return dir, err
	}
	if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
