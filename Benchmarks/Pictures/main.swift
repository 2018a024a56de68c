import Glibc

// fresnel-bench-pictures FOLDER MEGAPIXELS|slides|gigapixel: makes the benchmark's pictures that
// are missing, up to a size: 0.1, 1, 4, 12, 24, 108 and 1074 megapixels, each as JPEG, PNG and
// pyramidal TIFF; or a slide and a pyramid of 8000 megapixels; or the picture that the README zooms
// into.

let words = CommandLine.arguments
guard words.count == 3, ["slides", "gigapixel"].contains(words[2]) || Int(words[2]) != nil else {
  printError("usage: fresnel-bench-pictures FOLDER MEGAPIXELS|slides|gigapixel")
  exit(2)
}
do throws(PictureError) {
  if let largest = Int(words[2]) {
    try PictureSet(folder: words[1]).make(upTo: largest)
  } else if words[2] == "gigapixel" {
    try PictureSet(folder: words[1]).makeGigapixel()
  } else {
    try TiledSlide.make(in: words[1])
  }
} catch {
  printError("fresnel-bench-pictures: \(error.sentence)")
  exit(1)
}

/// Writes a line to standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
