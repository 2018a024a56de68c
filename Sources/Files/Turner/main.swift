// fresnel-turn: turns one picture file. The viewer starts it, checks what it has written, and
// replaces the file; this process can access only the file's bytes, the output and the socket.
import DecoderKit
import DecoderProtocol
import Glibc
import Platform
import TurnProtocol

func send(_ message: TurnMessage) {
  try? FileDescriptor.writeAll(message.encoded[...], to: WireFormat.controlDescriptor)
}

func refuse(_ refusal: TurnRefusal) -> Never {
  send(.refused(refusal))
  _exit(1)
}

do throws(CodecError) {
  _ = try Sandbox.enter()
} catch {
  refuse(.notSandboxed)
}
send(.hello(version: TurnMessage.version))
let order = try? FileDescriptor.readAll(
  WireFormat.controlDescriptor, limit: TurnMessage.byteCount)
guard let order, case .begin(let order)? = TurnMessage(order) else { refuse(.protocolBroken) }
guard
  let file = try? ReadOnlyMemory(mapping: FileDescriptor(adopting: WireFormat.pictureDescriptor))
else { refuse(.noMemory) }
let original = PictureBytes(UnsafeRawBufferPointer(start: file.base, count: file.count))
do throws(TurnRefusal) {
  let (edit, result) = try PictureTurning.turned(original, order)
  do throws(Errno) {
    try edit.forEach(of: original) { (part) throws(Errno) in
      try FileDescriptor.writeAll(part, to: WireFormat.arenaDescriptor)
    }
  } catch {
    throw .unwritable(Int(error.code))
  }
  send(.turned(result))
} catch {
  refuse(error)
}
