import CLinux
import Glibc

/// A local stream socket that only this user's processes can connect to.
///
/// It has mode 0600 from its first moment, and connections of other users are refused besides. Its
/// file is removed with it, unless another has taken its place.
package final class LocalListener {
  private let socket: FileDescriptor
  private let path: [UInt8]
  private let file: FileIdentity

  /// Identifies a file independently of its name.
  private struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// The number of connections that wait to be accepted.
  private static let backlog: Int32 = 16

  /// Listens at a path, where nothing may be, or a socket of this user that no program listens on.
  ///
  /// Never waits. Names without a slash are in the working directory.
  package init(at path: [UInt8]) throws(LocalSocketProblem) {
    guard LocalSocketProblem.isValid(path) else { throw .invalidPath }
    try Self.removeDeadSocket(path)
    let number = fresnel_local_socket()
    guard number >= 0 else { throw .system(.last("socket")) }
    socket = FileDescriptor(adopting: number)
    self.path = path
    // The file gets the mode of the socket. It listens before it has its name: otherwise another
    // program could take it for a dead one.
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? []
    let first = folder + Array(".fresnel-\(getpid())".utf8)
    guard LocalSocketProblem.isValid(first) else { throw .invalidPath }
    guard fchmod(number, 0o600) == 0 else { throw .system(.last("fchmod")) }
    guard first.withCPath({ fresnel_bind_local(number, $0) }) == 0 else {
      throw .system(.last("bind"))
    }
    defer { _ = first.withCPath { unlink($0) } }
    guard listen(number, Self.backlog) == 0, let status = Self.status(of: first) else {
      throw .system(.last("listen"))
    }
    file = FileIdentity(status)
    // A link can't replace anything.
    let isNamed = first.withCPath { first in path.withCPath { link(first, $0) == 0 } }
    guard isNamed else { throw errno == EEXIST ? .inUse : .system(.last("link")) }
  }

  deinit {
    guard let status = Self.status(of: path), FileIdentity(status) == file else { return }
    _ = path.withCPath { unlink($0) }
  }

  /// The descriptor, which is readable while a connection waits.
  package var number: Int32 { socket.number }

  /// Accepts the next connection of a process of this user; `nil` if none waits.
  ///
  /// Connections of other users are closed. Throws if the process has no free descriptor.
  package func accept() throws(Errno) -> FileDescriptor? {
    for _ in 0...Self.backlog {
      let number = fresnel_accept_local(socket.number)
      if number >= 0 {
        let connection = FileDescriptor(adopting: number)
        if LocalSocketProblem.isOwn(connection) { return connection }
        continue
      }
      switch errno {
      case EMFILE, ENFILE, ENOMEM, ENOBUFS: throw .last("accept4")
      case EINTR, ECONNABORTED: continue
      default: return nil
      }
    }
    return nil
  }

  /// Returns the status of a file, not that of a link's target; `nil` if there is none.
  private static func status(of path: [UInt8]) -> stat? {
    var status = stat()
    return path.withCPath { lstat($0, &status) } == 0 ? status : nil
  }

  private static func removeDeadSocket(_ path: [UInt8]) throws(LocalSocketProblem) {
    guard let before = status(of: path) else {
      guard errno == ENOENT else { throw .system(.last("lstat")) }
      return
    }
    guard before.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    guard before.st_uid == geteuid() else { throw .othersSocket }
    do throws(LocalSocketProblem) {
      _ = try FileDescriptor.connect(toLocal: path)
      throw .inUse
    } catch {
      guard case .system(let error) = error, error.code == ECONNREFUSED else { throw error }
    }
    guard let now = status(of: path) else { return }
    guard FileIdentity(now) == FileIdentity(before) else { throw .inUse }
    guard path.withCPath({ unlink($0) }) == 0 else { throw .system(.last("unlink")) }
  }
}

/// Why a path can't be listened on or connected to.
package enum LocalSocketProblem: Error, Hashable, Sendable {
  /// The path exists and is not a socket, or is a link, which is not followed.
  case notASocket
  /// The socket, or the program behind it, is another user's.
  case othersSocket
  /// A program listens there.
  case inUse
  /// The path is empty, has a zero byte or is too long.
  case invalidPath
  case system(Errno)

  /// The maximum length of a path, in bytes.
  package static let longestPath = 107

  /// The error, to follow the path and a colon; without a full stop.
  package var sentence: String {
    switch self {
    case .notASocket: "it exists and is not a socket"
    case .othersSocket: "it is another user's socket"
    case .inUse: "another program listens there"
    case .invalidPath: "the path of a socket has 1 to \(Self.longestPath) bytes"
    case .system(let error):
      error.code == ECONNREFUSED ? "no program listens there" : error.message
    }
  }

  fileprivate static func isValid(_ path: [UInt8]) -> Bool {
    (1...longestPath).contains(path.count) && !path.contains(0)
  }

  /// True if the process at the other end belongs to this user.
  fileprivate static func isOwn(_ connection: borrowing FileDescriptor) -> Bool {
    fresnel_peer_user(connection.number) == Int(geteuid())
  }
}

extension FileDescriptor {
  /// Connects to a local stream socket of a process of this user; never waits.
  package static func connect(
    toLocal path: [UInt8]
  ) throws(LocalSocketProblem) -> FileDescriptor {
    guard LocalSocketProblem.isValid(path) else { throw .invalidPath }
    let number = fresnel_local_socket()
    guard number >= 0 else { throw .system(.last("socket")) }
    let socket = FileDescriptor(adopting: number)
    guard path.withCPath({ fresnel_connect_local(socket.number, $0) }) == 0 else {
      throw .system(.last("connect"))
    }
    guard LocalSocketProblem.isOwn(socket) else { throw .othersSocket }
    return socket
  }
}
