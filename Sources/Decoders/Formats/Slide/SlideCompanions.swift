import DecoderProtocol
import Glibc

/// The other files of a multi-file slide, opened before entering the sandbox.
///
/// They are in the folder that the viewer provides, and only files named in the slide's description
/// are opened: others may be private photographs. Symbolic links are not followed, and only regular
/// files are opened.
struct SlideCompanions {
  /// A file and its name in the folder.
  struct File {
    let name: String
    let descriptor: Int32
  }

  /// The files, sorted by name.
  private(set) var files: [File] = []

  /// The file name endings of MIRAX and Hamamatsu.
  private static let endings = [".ini", ".dat", ".jpg", ".jpeg", ".opt", ".ngr"]
  /// The maximum number of files to open: enough for the largest slides, and below the process's
  /// limit of 1024 descriptors.
  static let most = 480
  /// The maximum number of names to read in a folder.
  private static let mostLooked = 1 << 16

  /// The descriptors of the files.
  ///
  /// They are contiguous: nothing else was opened in between, and no lower number was free.
  var descriptors: Range<Int32> {
    guard let first = files.map(\.descriptor).min(), let last = files.map(\.descriptor).max()
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Opens the folder's files, if there is a folder, and closes it.
  static func open() -> SlideCompanions {
    let folder = WireFormat.folderDescriptor
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return SlideCompanions()
    }
    defer { close(folder) }
    var companions = SlideCompanions()
    let description: Int32
    switch SlideKind(firstBytes: SlideDescription.bytes(of: WireFormat.pictureDescriptor, most: 64))
    {
    case .mirax:
      guard companions.add(SlideDescription.ofMIRAX, in: folder) else { return companions }
      description = companions.files[0].descriptor
    case .hamamatsu: description = WireFormat.pictureDescriptor
    case .sakura, .tiff: return companions
    }
    let named = SlideDescription.values(of: description)
    let found = names(in: folder).filter { named.contains(Array($0.utf8)) }
    for name in found.sorted().prefix(most) { companions.add(name, in: folder) }
    return companions
  }

  /// Opens a file; returns false if there is none.
  @discardableResult
  private mutating func add(_ name: String, in folder: Int32) -> Bool {
    let number = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { return false }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      return false
    }
    files.append(File(name: name, descriptor: number))
    return true
  }

  private static func names(in folder: Int32) -> [String] {
    guard let stream = fdopendir(dup(folder)) else { return [] }
    defer { closedir(stream) }
    rewinddir(stream)
    var names: [String] = []
    for _ in 0..<mostLooked {
      guard let entry = readdir(stream) else { break }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self), !name.contains("/") else {
        continue
      }
      let small = name.lowercased()
      if endings.contains(where: { small.hasSuffix($0) }) { names.append(name) }
    }
    return names
  }
}
