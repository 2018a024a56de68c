import Decoding
import Glibc
import Platform

/// A folder as the listing thread knows it, between one reading and the next.
struct ListedFolder {
  /// Which argument of the command line it is, or belongs to.
  let argument: Int
  /// The folder's path.
  let path: [UInt8]
  /// Its names that may be pictures'.
  var names = NameList()
  /// What the folder was when it was read; `nil` where another change could not be told from it.
  private var stamp: FileStamp?
  /// Those of its names that are pictures', as far as that is known.
  private var pictures = NameList()
  /// Files that are no pictures, as they were when they were looked at.
  private var others: [[UInt8]: FileStamp?] = [:]

  /// Seconds within which two changes of a folder may have the same time.
  private static let tick = 0.1

  init(_ job: ListingJob) {
    argument = job.argument
    path = job.path
  }

  /// Notes what the folder is before it is read.
  mutating func noteRead() {
    stamp = FileStamp(at: path).flatMap { $0.age > Self.tick ? $0 : nil }
  }

  /// Whether names may have come or gone since it was read.
  var mayHaveChanged: Bool { stamp == nil || FileStamp(at: path) != stamp }

  /// Whether a name was there when it was read.
  func has(_ name: [UInt8]) -> Bool { names.index(of: name) != nil }

  func isKnownAsNoPicture(_ name: [UInt8]) -> Bool { others[name] != nil }

  /// Forgets of files that were no pictures those that have been written to, or have come or gone.
  mutating func forgetChanged() {
    others = others.filter { name, stamp in stamp == FileStamp(at: place(of: name)) }
  }

  /// Looks at the files that nobody has looked at yet; gives the names of those that are no
  /// pictures, which are no longer among its own.
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

  /// Whether a file is passed over where it was only found; pipes and devices are not opened.
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
