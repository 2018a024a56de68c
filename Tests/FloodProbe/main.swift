// Runs one service of the viewer with a child that floods it, in a process of its own; prints the
// peak growth of this process in bytes, and the service's sentence about the child.
//
// FloodProbe SERVICE FAULT CHILD: the child is the program that replaces the decoder, or the folder
// that contains the fetcher.
import Glibc
import Platform

let words = CommandLine.arguments
guard words.count > 3, let flood = Flood(service: words[1], fault: words[2], child: words[3]) else {
  exit(2)
}
// Only the growth counts, but even if it lasts for only a moment.
let before = ResidentMemory.now
let sentence = try flood.run()
print(ResidentMemory.peak - before, sentence)
