// One service of the viewer and a child that floods it, alone in a process: it says how many bytes
// this process grew by at most, and what the service says of the child.
//
// FloodProbe SERVICE FAULT CHILD: the child is the program that stands in for the decoder, or the
// folder in which the one that fetches lies.
import Glibc
import Platform

let words = CommandLine.arguments
guard words.count > 3, let flood = Flood(service: words[1], fault: words[2], child: words[3]) else {
  exit(2)
}
// What it has before counts for nothing; the most that it ever has does, also for a moment.
let before = ResidentMemory.now
let sentence = try flood.run()
print(ResidentMemory.peak - before, sentence)
