// A decoder that speaks the protocol and commits the fault that the picture's content names, as
// `EVIL:<fault>:<argument>`: what the viewer must survive is done to it for real.
import Glibc

if CommandLine.arguments.contains("sleep") {
  // What the fault `fork` leaves behind; it goes by itself should nobody kill it.
  alarm(60)
  while true { pause() }
}
EvilDecoder().run()
