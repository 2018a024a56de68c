import Geometry
import Glibc
import Graphics
import Platform
import Windowing

// fresnel-bench-quad window: a bare EGL window of 1280 x 800 that was drawn once, whose memory is
// what any viewer with OpenGL begins with.
// fresnel-bench-quad SECONDS [HERTZ]: draws one textured quad and swaps, again and again, as fast as
// it goes or so many times a second, and prints p50, p99 and the longest interval in milliseconds.

let words = CommandLine.arguments
let seconds = words.count > 1 ? Double(words[1]) : nil
guard words.count > 1, seconds != nil || words[1] == "window" else {
  printError("usage: fresnel-bench-quad window|SECONDS [HERTZ]")
  exit(2)
}
do {
  let hertz = words.count > 2 ? Double(words[2]) : nil
  let size = PixelSize(width: 1280, height: 800)
  let small = PixelSize(width: 64, height: 64)
  let quad = try QuadWindow(size: size, texture: seconds == nil ? small : size)
  guard let seconds else {
    try quad.draw()
    while true { pause() }
  }
  let intervals = try quad.intervals(seconds: seconds, hertz: hertz).sorted()
  func part(_ share: Double) -> Double {
    let index = Int((Double(intervals.count - 1) * share).rounded())
    return ((intervals.isEmpty ? 0 : intervals[index]) * 100_000).rounded() / 100
  }
  print(part(0.5), part(0.99), part(1))
} catch {
  printError("fresnel-bench-quad: \(error)")
  exit(1)
}

/// Writes a line to the standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
