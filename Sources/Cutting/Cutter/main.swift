// fresnel-cut: makes encoded tiles of rows of pixels. It is started by `fresnel cut`, which writes
// the files; this process can reach nothing but the memory and the socket that it was given.
import CutPlan
import DecoderKit
import DecoderProtocol
import Glibc
import Platform

let channel = CutterChannel(descriptor: WireFormat.controlDescriptor)
do throws(CodecError) {
  _ = try Sandbox.lockDown()
} catch {
  channel.fail(.notLockedDown)
}
channel.send(.hello(version: CutMessage.version))
guard case .begin(let order) = channel.receive() else { channel.fail(.protocolBroken) }
do throws(Errno) {
  let session = CutterSession(
    order, channel: channel,
    pixels: try ReadOnlyMemory(
      mapping: FileDescriptor(adopting: WireFormat.pictureDescriptor)),
    output: try SharedMemory(
      mapping: FileDescriptor(adopting: WireFormat.arenaDescriptor),
      count: Int(lseek(WireFormat.arenaDescriptor, 0, SEEK_END))))
  session.run()
} catch {
  channel.fail(.noMemory)
}
