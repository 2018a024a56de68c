import Glibc
import Platform

/// The folders and files of one folder, for the completion of a path.
struct PathListing: Hashable, Sendable {
  /// A name in the folder.
  struct Name: Hashable, Sendable {
    /// The bytes of the name.
    let bytes: [UInt8]
    /// True for a folder, or a link to one.
    let isFolder: Bool
  }

  /// The names: folders first, each in natural order; hidden ones last.
  private(set) var names: [Name] = []
  /// Why the folder can't be read; `nil` if it can.
  private(set) var problem: String?
  /// True if the folder has more names.
  private(set) var isCut = false

  /// The maximum number of names: more than anyone scrolls through.
  private static let limit = 10_000

  /// Lists a folder; an empty path is the working directory.
  init(of path: [UInt8]) {
    let path = path.isEmpty ? [UInt8(ascii: ".")] : path
    do throws(Errno) {
      let descriptor = try FileDescriptor.openForReading(path)
      let number = descriptor.release()
      guard let folder = fdopendir(number) else {
        let error = Errno.last("fdopendir")
        close(number)
        throw error
      }
      defer { closedir(folder) }
      read(folder)
    } catch {
      problem = error.message
    }
  }

  private mutating func read(_ folder: OpaquePointer) {
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    var found: (folders: [[UInt8]], files: [[UInt8]]) = ([], [])
    while let entry = readdir(folder) {
      guard found.folders.count + found.files.count < Self.limit else {
        isCut = true
        break
      }
      let start = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
      switch Int(entry.pointee.d_type) {
      case DT_DIR: found.folders.append(name)
      case DT_REG: found.files.append(name)
      case DT_LNK, DT_UNKNOWN:
        var status = stat()
        guard fstatat(dirfd(folder), start, &status, 0) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: found.folders.append(name)
        case S_IFREG: found.files.append(name)
        default: break
        }
      default: break
      }
    }
    sort(found.folders, found.files)
  }

  /// Creates a listing from names in any order.
  init(folders: [[UInt8]], files: [[UInt8]]) { sort(folders, files) }

  private mutating func sort(_ folderNames: [[UInt8]], _ fileNames: [[UInt8]]) {
    var folders = NameList()
    var files = NameList()
    folders.merge(folderNames)
    files.merge(fileNames)
    let all =
      (0..<folders.count).map { Name(bytes: folders[$0], isFolder: true) }
      + (0..<files.count).map { Name(bytes: files[$0], isFolder: false) }
    names = all.filter { !$0.isHidden } + all.filter(\.isHidden)
  }
}

extension PathListing.Name {
  /// True if file managers hide the name.
  var isHidden: Bool { bytes.first == UInt8(ascii: ".") }
}
