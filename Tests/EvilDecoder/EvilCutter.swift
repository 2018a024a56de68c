import CLinux
import CutPlan
import DecoderProtocol
import Glibc

/// A fake cutting process that reports finished rows without end.
struct EvilCutter {
  func run() -> Never {
    write(.hello(version: CutMessage.version))
    while true { write(.rowsDone) }
  }

  private func write(_ message: CutMessage) {
    let bytes = message.encoded
    let count = send(WireFormat.controlDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if count <= 0 { exit(3) }
  }
}
