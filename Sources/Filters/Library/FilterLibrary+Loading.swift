import Glibc
import Platform

extension FilterLibrary {
  /// The most files that are read from a user's folder.
  package static let mostUserFiles = 1000

  /// The built-in filters, and above them those of a user's folder.
  ///
  /// The folder's `NAME.frag` files are read; hidden ones are left out, and a folder that is not
  /// there has none. A file with a problem leaves the filter of its name as `previous` had it from
  /// the same file, or else as it is built in. The problems are in the order of the files' names.
  package static func load(
    userFolder: [UInt8]?, previous: FilterLibrary? = nil
  ) -> (library: FilterLibrary, problems: [FilterProblem]) {
    guard let userFolder else { return (builtIn, []) }
    var filters = builtIn.filters
    var (names, problems) = names(in: userFolder)
    if names.count > mostUserFiles {
      problems.append(
        FilterProblem(
          file: escapedForDisplay(userFolder),
          "the folder has more than \(mostUserFiles) filters; the others are left out"))
      names.removeLast(names.count - mostUserFiles)
    }
    for name in names {
      let path = userFolder + [UInt8(ascii: "/")] + name
      let stem = String(decoding: name.dropLast(ending.count), as: UTF8.self)
      do throws(FilterProblem) {
        // The name is looked at before the file is: what can't be used needn't be read.
        let bytes =
          FilterParser.isFilterName(stem)
          ? try FileReading.bytes(
            of: path, limit: FilterParser.mostBytes, limitName: FilterParser.limitName) : []
        filters.append(try FilterParser.parse(bytes, name: stem, origin: .user(path: path)))
      } catch {
        problems.append(error)
        if let good = previous?.filter(named: stem), good.origin == .user(path: path) {
          filters.append(good)
        }
      }
    }
    return (FilterLibrary(filters), problems)
  }

  private static let ending = Array(".frag".utf8)

  /// Whether a name in a folder is that of a filter's file.
  static func isFilterFile(_ name: [UInt8]) -> Bool {
    name.count > ending.count && name.first != UInt8(ascii: ".")
      && name.suffix(ending.count).elementsEqual(ending)
  }

  /// The names of the filters' files in a folder, in order; what is wrong with it, if anything is.
  static func names(in path: [UInt8]) -> (names: [[UInt8]], problems: [FilterProblem]) {
    let number: Int32
    do throws(Errno) {
      number = try FileDescriptor.openForReading(path).release()
    } catch {
      if error.isMissingFile { return ([], []) }
      return (
        [], [FilterProblem(file: escapedForDisplay(path), "it can't be read: \(error.message)")]
      )
    }
    guard let folder = fdopendir(number) else {
      close(number)
      return ([], [FilterProblem(file: escapedForDisplay(path), "this is no folder")])
    }
    defer { closedir(folder) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return ([], []) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let start = UnsafeRawPointer(entry) + nameOffset
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = Array(UnsafeRawBufferPointer(start: start, count: length))
      if isFilterFile(name) { names.append(name) }
    }
    return (names.sorted { $0.lexicographicallyPrecedes($1) }, [])
  }
}
