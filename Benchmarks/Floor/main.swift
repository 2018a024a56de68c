import Geometry
import Glibc
import Platform

// fresnel-bench-floor show FILE: the least that a viewer can do. The picture is decoded by its
// library at the coarsest size that the window needs, and put on a window of 1280 x 800 in one go.
// fresnel-bench-floor show-WIDTHxHEIGHT FILE: the same on a window of another size.
// fresnel-bench-floor decode FILE: decodes all of it and prints the milliseconds.

let words = CommandLine.arguments
guard words.count == 3, words[1] == "decode" || windowSize(words[1]) != nil else {
  printError("usage: fresnel-bench-floor show|show-WIDTHxHEIGHT|decode FILE")
  exit(2)
}
do throws(FloorError) {
  if let size = windowSize(words[1]) {
    let window = try PlainWindow(size: size)
    try decode(words[2]) { header in
      RowPicker(picture: header, window: window.size) { window.rows + $0 * window.stride }
    }
    window.show()
  } else {
    let began = MonotonicClock.now()
    try decode(words[2]) { _ in RowPicker() }
    print(Int(((MonotonicClock.now() - began) * 1000).rounded()))
  }
} catch {
  printError("fresnel-bench-floor: \(error.sentence)")
  exit(1)
}

/// The size of the window that a word asks for; `nil` for any other word.
func windowSize(_ word: String) -> PixelSize? {
  guard word != "show" else { return PixelSize(width: 1280, height: 800) }
  guard word.hasPrefix("show-") else { return nil }
  let sides = word.dropFirst(5).split(separator: "x").map { Int($0) ?? 0 }
  guard sides.count == 2, sides.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
  return PixelSize(width: sides[0], height: sides[1])
}

/// Decodes a file whose name tells its format; `picker` says what becomes of its rows.
func decode(_ path: String, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw FloorError("\(path): \(String(cString: strerror(errno)))") }
  switch path.split(separator: ".").last {
  case "jpg": try decodeJPEG(file, to: picker)
  case "png": try decodePNG(file, to: picker)
  case "tif": try decodeTIFF(file, to: picker)
  case "webp": try decodeWebP(file, to: picker)
  case "gif": try decodeGIF(file, to: picker)
  default: throw FloorError("\(path): neither .jpg nor .png, .tif, .webp or .gif")
  }
}

/// Why there is no floor.
struct FloorError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// Writes a line to the standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
