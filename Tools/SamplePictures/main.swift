import Glibc

// fresnel-samples FOLDER: writes the sample pictures that are not there yet.

// A mistaken option must not become a folder of that name.
guard CommandLine.arguments.count == 2, !CommandLine.arguments[1].hasPrefix("-") else {
  printError("usage: fresnel-samples FOLDER")
  exit(2)
}
do throws(SampleError) {
  try SampleSet.write(to: CommandLine.arguments[1])
} catch {
  printError("fresnel-samples: \(error.sentence)")
  exit(1)
}
