// A program that embeds views, and reports what they changed in its process-wide state.
//
// EmbeddingProbe DISPLAY PICTURE DECODERS; the test kills the server while it runs.
import CX11
import Fresnel
import Glibc

let (display, picture, folder) = (
  CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3]
)

// A host with its own X error handlers.
nonisolated(unsafe) var hostErrors = 0
nonisolated(unsafe) var hostLosses = 0
XInitThreads()
XSetErrorHandler { _, _ in
  hostErrors += 1
  return 0
}
let ioHandler: XIOErrorHandler = { _ in
  hostLosses += 1
  return 0
}
XSetIOErrorHandler(ioHandler)
guard let host = XOpenDisplay(display) else { fatalError("no display") }
XSetIOErrorExitHandler(host, { _, _ in }, nil)

func say(_ words: String) {
  let line = words + "\n"
  _ = write(STDOUT_FILENO, line, line.utf8.count)
}

let before = ProcessState()
var messages = 0
var options = FresnelOptions()
options.display = display
options.log = { _, _, _ in messages += 1 }
let size = PixelSize(width: 300, height: 200)
let view = try FresnelView(window: "probe", size: size, options: options)
let decoders = Decoders(folders: [folder])
view.show(try PictureSource(path: picture, decoders: decoders))

/// Runs a view's loop until a condition is true, for at most 30 seconds.
func serve(_ view: FresnelView, until condition: () -> Bool) -> Bool {
  let end = view.now + 30
  while view.now < end {
    view.dispatch()
    if condition() { return true }
    var request = pollfd(fd: view.descriptor, events: Int16(POLLIN), revents: 0)
    let timeout = view.pollTimeout
    poll(&request, 1, timeout < 0 ? 100 : min(timeout, 100))
  }
  return false
}

say("shown \(serve(view) { view.isAtRest && view.shown != nil })")
say("while: \(before.differences(from: ProcessState()))")

// Errors on the host's connection go to the host, errors on the view's to the view.
XMapWindow(host, 1)
XSync(host, 0)
say("host errors \(hostErrors)")
if let window = view.window { XDestroyWindow(host, window) }
XSync(host, 0)
_ = serve(view) { view.ending != nil }
say("ended \(view.ending.map { "\($0)" } ?? "not"), host errors \(hostErrors)")

do {
  let second = try FresnelView(offscreen: size, options: options)
  second.show(try PictureSource(path: picture, decoders: decoders))
  say("off screen \(try second.pixels().bytes.count)")
  second.close()
}

let last = try FresnelView(window: "last", size: size, options: options)
last.show(try PictureSource(path: picture, decoders: decoders))
_ = serve(last) { last.isAtRest && last.shown != nil }
say("ready")
_ = serve(last) { last.ending != nil }
say("ended \(last.ending.map { "\($0)" } ?? "not")")
// The host's own connection is lost too, and the host's handler is called.
XSync(host, 0)
say("host losses \(hostLosses > 0)")
say("after: \(before.differences(from: ProcessState()))")
say("messages \(messages > 0)")
