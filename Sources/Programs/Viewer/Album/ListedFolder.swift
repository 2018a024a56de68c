import Decoding
import Glibc
import Platform

/// What the listing thread knows about a folder between two readings.
struct ListedFolder {
  /// The index of its command line argument.
  let argument: Int
  let path: [UInt8]
  /// The folder's names that may be pictures.
  var names = NameList()
  /// The folder's stamp when it was read; `nil` if a later change might leave the same stamp.
  private var stamp: FileStamp?
  /// The names known to be pictures.
  private var pictures = NameList()
  /// Files that are not pictures, with their stamps when examined.
  private var others: [[UInt8]: FileStamp?] = [:]

  /// Two changes of a folder within this many seconds may have the same time stamp.
  private static let tick = 0.1

  init(_ job: ListingJob) {
    argument = job.argument
    path = job.path
  }

  /// Records the folder's stamp before it is read.
  mutating func noteRead() {
    stamp = FileStamp(at: path).flatMap { $0.age > Self.tick ? $0 : nil }
  }

  /// True if names may have been added or removed since it was read.
  var mayHaveChanged: Bool { stamp == nil || FileStamp(at: path) != stamp }

  /// Returns true if the name was there when the folder was read.
  func has(_ name: [UInt8]) -> Bool { names.index(of: name) != nil }

  func isKnownAsNoPicture(_ name: [UInt8]) -> Bool { others[name] != nil }

  /// Forgets those non-pictures whose files have changed, appeared or disappeared.
  mutating func forgetChanged() {
    others = others.filter { name, stamp in stamp == FileStamp(at: place(of: name)) }
  }

  /// Examines the files not examined yet, and removes and returns the names of those that are not
  /// pictures.
  mutating func examine(isCancelled: () -> Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for index in 0..<names.count {
      if isCancelled() { return [] }
      let name = names[index]
      guard pictures.index(of: name) == nil else { continue }
      let path = place(of: name)
      let stamp = FileStamp(at: path)
      guard Self.isNoPicture(path) else { continue }
      others[name] = .some(stamp)
      found.append(name)
    }
    names.removeAll(found)
    pictures = names
    return found
  }

  private func place(of name: [UInt8]) -> [UInt8] {
    PathBytes.prefix(forEntriesOf: path) + name
  }

  /// Returns true if a file found in a folder is skipped; pipes and devices are not opened.
  private static func isNoPicture(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else {
      return [ENOENT, ENOTDIR, ELOOP].contains(errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    do throws(PictureFileError) {
      return try OpenedPicture(FileOpening.open(path), path: path).format == .manifest
    } catch {
      return error.meansNoPicture
    }
  }
}
