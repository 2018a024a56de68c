import CLinux
import Glibc
import TestSupport
import Testing

@testable import Platform

/// Sockets for other programs of this user.
@Suite struct LocalListenerTests {
  let folder: TemporaryFolder
  let path: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = Array(folder["socket"].utf8)
  }

  private func problem(at path: [UInt8]) -> LocalSocketProblem? {
    do throws(LocalSocketProblem) {
      _ = try LocalListener(at: path)
      return nil
    } catch {
      return error
    }
  }

  /// Accepts a connection and closes it; false if none waits.
  private func accepts(_ listener: LocalListener) throws -> Bool {
    guard let connection = try listener.accept() else { return false }
    return connection.number >= 0
  }

  private func mode(_ path: [UInt8]) -> mode_t? {
    var status = stat()
    return path.withCPath { lstat($0, &status) } == 0 ? status.st_mode : nil
  }

  @Test func onlyThisUserMayConnectWhateverTheMask() throws {
    let before = umask(0)
    defer { umask(before) }
    let listener = try LocalListener(at: path)
    #expect(mode(path) == S_IFSOCK | 0o600)
    #expect(try accepts(listener) == false)
    let client = try FileDescriptor.connect(toLocal: path)
    guard let server = try listener.accept() else {
      Issue.record("no connection")
      return
    }
    // Decoders inherit neither descriptor.
    #expect(fcntl(server.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(client.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(listener.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(server.number, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func itsFileIsRemovedWithItAndNoOther() throws {
    do {
      let listener = try LocalListener(at: path)
      #expect(mode(path) != nil && listener.number >= 0)
    }
    #expect(mode(path) == nil)
    let listener = try LocalListener(at: path)
    // Another program puts a file in its place.
    #expect(path.withCPath { unlink($0) } == 0)
    try folder.file("socket", [1, 2, 3])
    _ = consume listener
    #expect(mode(path).map { $0 & S_IFMT } == S_IFREG)
    // Nothing else is left.
    #expect(names == ["socket"])
  }

  private var names: [String] { TemporaryFolder.names(in: folder.path) }

  @Test func aDeadSocketIsReplacedAndALiveOneIsNot() throws {
    let number = fresnel_local_socket()
    #expect(path.withCPath { fresnel_bind_local(number, $0) } == 0)
    close(number)
    #expect(mode(path).map { $0 & S_IFMT } == S_IFSOCK)
    let listener = try LocalListener(at: path)
    #expect(problem(at: path) == .inUse)
    // The refused listener has left the socket unchanged.
    let client = try FileDescriptor.connect(toLocal: path)
    #expect(client.number >= 0)
    // The first connection is the refused listener's probe.
    #expect(try accepts(listener))
    #expect(try accepts(listener))
    #expect(try accepts(listener) == false)
    #expect(names == ["socket"])
  }

  @Test func aLiveSocketWithoutRoomIsNotReplaced() throws {
    let listener = try LocalListener(at: path)
    var clients: [Shared<FileDescriptor>] = []
    while let client = try? FileDescriptor.connect(toLocal: path), clients.count < 100 {
      clients.append(Shared(client))
    }
    #expect(clients.count < 100)
    #expect(problem(at: path) == .system(Errno(code: EAGAIN, call: "connect")))
    #expect(mode(path) != nil && listener.number >= 0)
  }

  @Test func filesFoldersAndLinksAreLeftAlone() throws {
    try folder.file("file", [7])
    try folder.folder("folder")
    let live = try LocalListener(at: path)
    for (link, target) in [("link", "file"), ("socket-link", "socket"), ("broken", "nothing")] {
      #expect(symlink(target, folder[link]) == 0)
    }
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let before = names
    for name in ["file", "folder", "link", "socket-link", "broken", "pipe"] {
      #expect(problem(at: Array(folder[name].utf8)) == .notASocket, "\(name)")
    }
    #expect(names == before)
    #expect(live.number >= 0)
    #expect(try TemporaryFolder.contents(of: folder["file"]) == [7])
  }

  @Test func pathsThatNoSocketCanHaveAreRefused() throws {
    #expect(problem(at: []) == .invalidPath)
    #expect(problem(at: Array("a\0b".utf8)) == .invalidPath)
    let long = Array(folder[String(repeating: "x", count: 120)].utf8)
    #expect(problem(at: long) == .invalidPath)
    #expect(problem(at: Array(folder["no/socket"].utf8))?.sentence == "No such file or directory")
    #expect(throws: LocalSocketProblem.self) { _ = try FileDescriptor.connect(toLocal: long) }
  }

  @Test func connectingSaysWhyItFails() throws {
    func sentence(_ name: String) -> String? {
      do throws(LocalSocketProblem) {
        _ = try FileDescriptor.connect(toLocal: Array(folder[name].utf8))
        return nil
      } catch {
        return error.sentence
      }
    }
    #expect(sentence("none") == "No such file or directory")
    try folder.file("file", [7])
    #expect(sentence("file") == "no program listens there")
  }

  /// Root can connect to any socket; its connections are refused.
  @Test(
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/python3", X_OK) == 0,
      "only root can be another user, by Python"))
  func anotherUserIsRefused() throws {
    let listener = try LocalListener(at: path)
    chmod(folder["socket"], 0o666)
    let child = try TestProcess(
      "setpriv",
      [
        "--reuid", "65534", "--clear-groups", "/usr/bin/python3", "-c", Self.connecting,
        folder["socket"],
      ])
    #expect(waitUntil(20) { (try? accepts(listener)) == true || !child.isRunning })
    #expect(child.wait(limit: 20) == .status(0), "\(child.standardError)")
    #expect(child.standardOutput == Array("closed\n".utf8))
    #expect(try accepts(listener) == false)
  }

  private static let connecting = """
    import socket, sys
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    s.settimeout(15)
    print("closed" if s.recv(1) == b"" else "open")
    """
}
