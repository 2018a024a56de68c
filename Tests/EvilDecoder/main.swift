// A decoder that speaks the protocol and commits the fault that the picture's content names, as
// `EVIL:<fault>:<argument>`: what the viewer must survive is done to it for real.
import CutPlan
import DecoderProtocol
import Glibc

if CommandLine.arguments.contains("sleep") {
  // What the fault `fork` leaves behind; it goes by itself should nobody kill it.
  alarm(60)
  while true { pause() }
}
// It stands in for the other programs, too.
switch CommandLine.arguments.first {
case FetchWire.program: EvilFetcher().run()
case CutMessage.program: EvilCutter().run()
default: EvilDecoder().run()
}
