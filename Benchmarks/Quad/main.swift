import Geometry
import Glibc

// fresnel-bench-quad window: a bare EGL window of 1280 x 800, cleared three times so that all its
// buffers exist; its memory is the baseline of any viewer with OpenGL.
// fresnel-bench-quad free|paced SECONDS: draws one textured quad and swaps repeatedly, as fast as
// possible or at the display's rate, and prints p50, p99 and the longest interval in milliseconds.

let words = CommandLine.arguments.dropFirst()
let size = PixelSize(width: 1280, height: 800)
do {
  switch words.first {
  case "window" where words.count == 1:
    let window = try BareWindow(size: size)
    for _ in 0..<3 { try window.clear() }
    while true { pause() }
  case "free" where words.count == 2, "paced" where words.count == 2:
    let quad = try QuadWindow(size: size)
    let intervals = try quad.intervals(
      seconds: Double(words.last ?? "") ?? 1, isPaced: words.first == "paced"
    ).sorted()
    print(part(0.5, of: intervals), part(0.99, of: intervals), part(1, of: intervals))
  default:
    printError("usage: fresnel-bench-quad window | free SECONDS | paced SECONDS")
    exit(2)
  }
} catch {
  printError("fresnel-bench-quad: \(error)")
  exit(1)
}

/// Returns a percentile of the sorted intervals, in milliseconds; `share` is from 0 to 1.
func part(_ share: Double, of seconds: [Double]) -> Double {
  guard !seconds.isEmpty else { return 0 }
  let index = Int((Double(seconds.count - 1) * share).rounded())
  return (seconds[index] * 100_000).rounded() / 100
}

/// Writes a line to standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
