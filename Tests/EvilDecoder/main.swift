// A decoder that speaks the protocol and commits the fault that the picture's content names, as
// `EVIL:<fault>:<argument>`: the viewer must survive the real thing.
import CutPlan
import DecoderProtocol
import Glibc

if CommandLine.arguments.contains("sleep") {
  // The child that the fault `fork` leaves behind; it ends by itself if nothing kills it.
  alarm(60)
  while true { pause() }
}
// This program also replaces the other programs.
switch CommandLine.arguments.first {
case FetchWire.program: EvilFetcher().run()
case CutMessage.program: EvilCutter().run()
default: EvilDecoder().run()
}
