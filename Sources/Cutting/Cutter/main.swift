// fresnel-cut: encodes tiles from rows of pixels. `fresnel cut` starts it and writes the files;
// this process can access only the memory and the socket that it was given.
import CutPlan
import DecoderKit
import DecoderProtocol
import Glibc
import Platform

let channel = CutterChannel(descriptor: WireFormat.controlDescriptor)
do throws(CodecError) {
  _ = try Sandbox.enter()
} catch {
  channel.fail(.notSandboxed)
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
