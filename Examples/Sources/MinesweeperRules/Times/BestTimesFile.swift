import Glibc

/// A small text file with the best times, replaced as a whole.
public struct BestTimesFile: Sendable {
  /// The file's path.
  public let path: String

  /// Makes a file with a path.
  public init(path: String) { self.path = path }

  /// Makes the user's file: `$XDG_STATE_HOME/fresnel/minesweeper-times`, or in `~/.local/state` if
  /// the variable is unset; `nil` if neither variable is set.
  public init?(environment: [String: String]) {
    // Relative paths are ignored, as the XDG specification requires.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      path = state + "/fresnel/minesweeper-times"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.local/state/fresnel/minesweeper-times"
    } else {
      return nil
    }
  }

  /// Returns the times in the file; none if there is no file.
  public func load() throws(BestTimesProblem) -> BestTimes {
    guard let bytes = try read() else { return BestTimes() }
    guard let text = String(validating: bytes, as: UTF8.self), let times = BestTimes(text: text)
    else { throw .unreadable(path: path) }
    return times
  }

  /// Adds a time to the file's present content, since another game may have added one; returns all
  /// times and the new one's rank.
  ///
  /// A file in another format is renamed first, never overwritten.
  public func add(
    _ seconds: Double, to category: BestTimes.Category
  ) throws(BestTimesProblem) -> (times: BestTimes, place: Int?) {
    var times: BestTimes
    do throws(BestTimesProblem) {
      times = try load()
    } catch {
      guard case .unreadable = error else { throw error }
      try setAside()
      times = BestTimes()
    }
    let place = times.add(seconds, to: category)
    if place != nil { try write(times.text) }
    return (times, place)
  }

  // MARK: Files

  private func read() throws(BestTimesProblem) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .failed(path: path, Self.reason())
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw .failed(path: path, Self.reason()) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      // A hundred times the possible size: not one of this program's files.
      if bytes.count > 65_536 { throw .unreadable(path: path) }
    }
  }

  /// Renames the file to the first free name of `….bad`, `….bad-2` and so on.
  private func setAside() throws(BestTimesProblem) {
    for number in 1...100 {
      let name = path + (number == 1 ? ".bad" : ".bad-\(number)")
      // A link fails if such a file exists; renaming would replace it.
      if link(path, name) == 0 {
        unlink(path)
        return
      }
      guard errno == EEXIST else { throw .failed(path: path, Self.reason()) }
    }
    throw .failed(path: path, "there are too many renamed files already")
  }

  private func write(_ text: String) throws(BestTimesProblem) {
    try makeFolders()
    let temporary = path + ".new-\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .failed(path: path, Self.reason()) }
    var rest = Array(text.utf8)[...]
    var isWritten = true
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 { isWritten = false } else { rest = rest.dropFirst(count) }
    }
    // The rename happens only after all of it is on the disk, so a crash can't leave half a file.
    isWritten = isWritten && fsync(file) == 0
    isWritten = close(file) == 0 && isWritten
    guard isWritten, rename(temporary, path) == 0 else {
      let reason = Self.reason()
      unlink(temporary)
      throw .failed(path: path, reason)
    }
  }

  private func makeFolders() throws(BestTimesProblem) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw .failed(path: path, Self.reason())
      }
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// The reason why there are no best times, or why one was not recorded.
public enum BestTimesProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has other content.
  case unreadable(path: String)
  /// The system refuses access, with a reason.
  case failed(path: String, String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .unreadable(let path): "\(path) contains no best times; it will be renamed"
    case .failed(let path, let reason): "best times can't be kept in \(path): \(reason)"
    }
  }
}
