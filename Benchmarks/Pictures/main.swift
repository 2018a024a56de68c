import Glibc

// fresnel-bench-pictures FOLDER MEGAPIXELS: makes the benchmark's pictures up to a size, where they
// are missing: 0.1, 1, 4, 12, 24, 108 and 1074 megapixels, each as JPEG, PNG and pyramidal TIFF.

guard CommandLine.arguments.count == 3, let largest = Int(CommandLine.arguments[2]) else {
  printError("usage: fresnel-bench-pictures FOLDER MEGAPIXELS")
  exit(2)
}
do throws(PictureError) {
  try PictureSet(folder: CommandLine.arguments[1]).make(upTo: largest)
} catch {
  printError("fresnel-bench-pictures: \(error.sentence)")
  exit(1)
}

/// Writes a line to the standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
