import CLinux
import Glibc
import Platform
import Testing

@Suite struct Descriptors {
  @Test func openingAPathNeverBlocksAndSetsCloseOnExec() throws {
    let file = try FileDescriptor.openForReading(Array("/proc/self/stat".utf8))
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(throws: Errno(code: ENOENT, call: "open")) {
      _ = try FileDescriptor.openForReading(Array("/nowhere/at/all".utf8))
    }
    #expect(Errno(code: ENOENT, call: "open").isMissingFile)
    // A pipe without a writer would block a careless reader forever.
    let path = "/tmp/fresnel-fifo-\(getpid())"
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let fifo = try FileDescriptor.openForReading(Array(path.utf8))
    #expect(fifo.number >= 0)
  }

  @Test func aDeletedFileReopensAtItsStart() throws {
    var name = Array("/tmp/fresnel-reopen-XXXXXX".utf8CString)
    let file = FileDescriptor(adopting: mkstemp(&name))
    unlink(name)
    #expect(write(file.number, "abcdef", 6) == 6)
    let again = try file.reopenedForReading()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try again.read(into: buffer) == .bytes(6))
    #expect(lseek(file.number, 0, SEEK_CUR) == 6)
    #expect(try again.read(into: buffer) == .ended)
    // The descriptor is read-only, so a process that receives it can't change the file.
    #expect(write(again.number, "x", 1) < 0)
  }

  @Test func socketsNeverBlockAndReportAClosedPeer() throws {
    let sockets = try FileDescriptor.socketPair()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try sockets.first.receive(into: buffer) == .wouldWait)
    var sent = 0
    let full = UnsafeRawBufferPointer(buffer)
    while case .bytes(let count) = try sockets.first.send(full) { sent += count }
    #expect(sent > 65_536)
    #expect(try sockets.first.send(full) == .wouldWait)
    guard case .bytes = try sockets.second.receive(into: buffer) else {
      Issue.record("nothing arrived")
      return
    }
    let rest = sockets.keepingFirst()
    #expect(try rest.receive(into: buffer) == .ended)
    #expect(try rest.send(full) == .ended)
  }

  /// A child that reports why it exits, and exits before it has read its requests.
  ///
  /// The kernel signals the hang-up first and delivers the packets afterwards.
  @Test(arguments: [false, true])
  func theLastWordsOfAClosedPeerAreRead(takesDescriptors: Bool) throws {
    let sockets = try FileDescriptor.packetSocketPair()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    defer { buffer.deallocate() }
    let (question, words): ([UInt8], [UInt8]) = ([9], [1, 2, 3])
    _ = try question.withUnsafeBytes { try sockets.first.send($0) }
    _ = try words.withUnsafeBytes { try sockets.second.send($0) }
    let rest = sockets.keepingFirst()
    if takesDescriptors {
      #expect(try rest.receivePacket(into: buffer)?.count == 3)
      #expect(try rest.receivePacket(into: buffer)?.count == 0)
    } else {
      #expect(try rest.receive(into: buffer) == .bytes(3))
      #expect(try rest.receive(into: buffer) == .ended)
    }
  }

  @Test func aDescriptorIsClosedWithItsOwner() throws {
    var number: Int32 = -1
    do {
      let pipe = try FileDescriptor.pipe()
      number = pipe.first.number
      #expect(fcntl(number, F_GETFD) >= 0)
      let copy = try pipe.first.duplicate()
      #expect(copy.number != number)
    }
    let kept = try FileDescriptor.openNull()
    let released = kept.release()
    #expect(fcntl(released, F_GETFD) >= 0)
    close(released)
  }
}

@Suite struct SharedMemories {
  @Test func theSizeIsSealedAndTheBytesAreZero() throws {
    let memory = try SharedMemory(count: 3 * 4096)
    let seals = fresnel_get_seals(memory.number)
    #expect(seals & F_SEAL_SHRINK != 0 && seals & F_SEAL_GROW != 0 && seals & F_SEAL_SEAL != 0)
    #expect(ftruncate(memory.number, 0) < 0 && errno == EPERM)
    #expect(ftruncate(memory.number, 4 * 4096) < 0 && errno == EPERM)
    #expect(fresnel_add_seals(memory.number, 8) < 0 && errno == EPERM)
    // Allocated, not sparse: reading it can't kill a process for lack of memory.
    var status = stat()
    #expect(fstat(memory.number, &status) == 0)
    #expect(status.st_size == 3 * 4096)
    #expect(status.st_blocks * 512 >= 3 * 4096)
    #expect(
      (0..<memory.count).allSatisfy { memory.base.load(fromByteOffset: $0, as: UInt8.self) == 0 })
  }

  @Test func releasedPagesTakeNoMemory() throws {
    let memory = try SharedMemory(count: 5 * 4096)
    memset(memory.base, 7, memory.count)
    // Frees only whole pages inside the range; bytes beside them stay.
    memory.free(4000..<3 * 4096 + 5)
    var status = stat()
    #expect(fstat(memory.number, &status) == 0 && status.st_blocks * 512 == 3 * 4096)
    #expect(memory.base.load(fromByteOffset: 4095, as: UInt8.self) == 7)
    #expect(memory.base.load(fromByteOffset: 3 * 4096, as: UInt8.self) == 7)
    try memory.allocate(4096..<3 * 4096)
    #expect(fstat(memory.number, &status) == 0 && status.st_blocks * 512 == 5 * 4096)
    #expect(memory.base.load(fromByteOffset: 4096, as: UInt8.self) == 0)
  }

  @Test func bothMappingsSeeTheSameBytes() throws {
    let memory = try SharedMemory(count: 4096)
    let other = try SharedMemory(
      mapping: FileDescriptor(adopting: dup(memory.number)), count: 4096)
    memory.base.storeBytes(of: 77, toByteOffset: 4095, as: UInt8.self)
    #expect(other.base.load(fromByteOffset: 4095, as: UInt8.self) == 77)
  }

  @Test func theFileIsSizedAndSealedAfterItsTransfer() throws {
    let file = try MemoryFile()
    let other = FileDescriptor(adopting: dup(file.number))
    var status = stat()
    #expect(fstat(other.number, &status) == 0 && status.st_size == 0)
    // A size set by the other side in the meantime is reset.
    #expect(ftruncate(other.number, 1 << 30) == 0)
    let memory = try SharedMemory(allocating: 2 * 4096, in: file)
    #expect(fstat(other.number, &status) == 0)
    #expect(status.st_size == 2 * 4096 && status.st_blocks * 512 >= 2 * 4096)
    #expect(ftruncate(other.number, 0) < 0 && errno == EPERM)
    memory.base.storeBytes(of: 9, toByteOffset: 8191, as: UInt8.self)
  }

  @Test(arguments: [F_SEAL_SEAL, F_SEAL_GROW])
  func aSealOfThePeerIsAnError(seal: Int32) throws {
    let file = try MemoryFile()
    #expect(fresnel_add_seals(file.number, seal) == 0)
    do throws(Errno) {
      _ = try SharedMemory(allocating: 4096, in: file)
      Issue.record("it was sealed, and is used all the same")
    } catch {
      #expect(error.code == EPERM)
    }
  }

  @Test func impossibleSizesAreErrors() {
    #expect(throws: Errno.self) { _ = try SharedMemory(count: 0) }
    #expect(throws: Errno.self) { _ = try SharedMemory(count: -4096) }
    #expect(throws: Errno(code: ENOMEM, call: "")) {
      _ = try SharedMemory(count: SharedMemory.mostBytes + 1)
    }
  }
}
