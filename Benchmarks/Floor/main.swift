import Geometry
import Glibc
import Platform

// fresnel-bench-floor show FILE: the lower bound for a viewer. Decodes the picture with its library
// at the coarsest size that the window needs, and puts it on a window of 1280 x 800 in one go.
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

/// Returns the window size that an argument asks for; `nil` for any other argument.
func windowSize(_ word: String) -> PixelSize? {
  guard word != "show" else { return PixelSize(width: 1280, height: 800) }
  guard word.hasPrefix("show-") else { return nil }
  let sides = word.dropFirst(5).split(separator: "x").map { Int($0) ?? 0 }
  guard sides.count == 2, sides.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
  return PixelSize(width: sides[0], height: sides[1])
}

/// Decodes a file, in the format that its suffix names; `picker` decides what happens to its rows.
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

/// The reason why there is no lower bound.
struct FloorError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// Writes a line to standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
