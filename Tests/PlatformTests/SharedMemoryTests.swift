import Glibc
import Platform
import Testing

@Suite struct SharedMemoryTests {
  /// In allocated and unallocated pages and across page boundaries, without touching the bytes
  /// around.
  @Test(arguments: [false, true]) func bytesAreWrittenAtTheirOffset(isTouched: Bool) throws {
    let memory = try SharedMemory(count: 5 * 4096)
    let bytes = (0..<9000).map { UInt8(truncatingIfNeeded: $0 % 251 + 1) }
    if isTouched { memset(memory.base, 0, memory.count) }
    bytes.withUnsafeBytes { memory.write($0, at: 4000) }
    memory.write(UnsafeRawBufferPointer(start: nil, count: 0), at: memory.count)
    let all = [UInt8](UnsafeRawBufferPointer(start: memory.base, count: memory.count))
    #expect(all[4000..<13_000].elementsEqual(bytes))
    #expect(all[..<4000].allSatisfy { $0 == 0 } && all[13_000...].allSatisfy { $0 == 0 })
  }

  /// Where a call can't write, the bytes are copied.
  @Test func bytesAreCopiedIfTheCallCannotWrite() throws {
    let descriptor = try MemoryFile().takeDescriptor()
    let number = descriptor.number
    #expect(ftruncate(number, 8192) == 0)
    let memory = try SharedMemory(mapping: descriptor, count: 8192)
    // F_ADD_SEALS with F_SEAL_FUTURE_WRITE: only existing mappings can be written to.
    #expect(fcntl(number, 1033, 0x10) == 0)
    var byte: UInt8 = 1
    #expect(pwrite(number, &byte, 1, 0) == -1)
    [UInt8](1...200).withUnsafeBytes { memory.write($0, at: 100) }
    #expect(memory.base.load(fromByteOffset: 299, as: UInt8.self) == 200)
  }
}
