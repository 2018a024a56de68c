/// Memory to read into, shared by everything that the scheduler reads in turn.
final class ReadBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  deinit { bytes.deallocate() }
}
