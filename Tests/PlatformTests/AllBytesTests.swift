import Glibc
import Platform
import Testing

/// Reads and writes on pipes are partial.
@Suite struct AllBytesTests {
  private let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }

  @Test(arguments: [true, false]) func aPipeTransfersEverything(waits: Bool) throws {
    let pipe = Shared(try FileDescriptor.pipe())
    if !waits { try pipe.value.second.setNonBlocking() }
    let bytes = bytes
    let writer = try Thread(name: "writer") {
      try? FileDescriptor.writeAll(bytes[...], to: pipe.value.second.number)
    }
    let read = try FileDescriptor.readAll(pipe.value.first.number, limit: bytes.count - 7)
    #expect(read == Array(bytes.dropLast(7)))
    writer.join()
  }

  @Test func anOffsetDoesNotMoveTheFilePosition() throws {
    let file = try UnnamedFile.create(in: ["/tmp"])
    try FileDescriptor.writeAll([1, 2, 3, 4, 5][1...], to: file.number, at: 100)
    #expect(try FileDescriptor.readAll(file.number, at: 101, limit: 10) == [3, 4, 5])
    #expect(try FileDescriptor.readAll(file.number, at: 900, limit: 10) == [])
    #expect(try FileDescriptor.readAll(file.number, limit: 102).suffix(2) == [2, 3])
    #expect(throws: Errno(code: EBADF, call: "read")) {
      try FileDescriptor.readAll(-1, limit: 1)
    }
    let full = FileDescriptor(adopting: open("/dev/full", O_WRONLY | O_CLOEXEC))
    #expect(throws: Errno(code: ENOSPC, call: "write")) {
      try FileDescriptor.writeAll([1], to: full.number)
    }
  }
}
