import Glibc
import Platform
import ShaderLibrary

/// The available filters, by name.
package struct FilterLibrary: Hashable, Sendable {
  /// The filters, sorted by name.
  package let filters: [FilterDefinition]
  private let places: [String: Int]

  /// Creates a library; of two filters with the same name the later one wins.
  package init(_ filters: [FilterDefinition]) {
    var byName: [String: FilterDefinition] = [:]
    for filter in filters { byName[filter.name] = filter }
    self.filters = byName.values.sorted { $0.name < $1.name }
    places = Dictionary(
      uniqueKeysWithValues: self.filters.enumerated().map { ($1.name, $0) })
  }

  /// Returns the filter with a name.
  package func filter(named name: String) -> FilterDefinition? { places[name].map { filters[$0] } }
}

extension FilterLibrary {
  /// The built-in filters, parsed at first use; any thread may use them.
  package static let builtIn = FilterLibrary(parsedBuiltIns.filters)

  /// The errors in the built-in filters; a test checks that there are none.
  package static var builtInProblems: [FilterError] { parsedBuiltIns.problems }

  private static let parsedBuiltIns = parseBuiltIns()

  private static func parseBuiltIns() -> (filters: [FilterDefinition], problems: [FilterError]) {
    var filters: [FilterDefinition] = []
    var problems: [FilterError] = []
    for (name, bytes) in ShaderLibrary.filters {
      do throws(FilterError) {
        filters.append(try FilterParser.parse(bytes, name: name, origin: .builtIn))
      } catch {
        problems.append(error)
      }
    }
    return (filters, problems)
  }
}

extension FilterLibrary {
  /// The maximum number of files that are read from the user's folder.
  package static let mostUserFiles = 1000

  /// Returns the built-in filters, overridden by those of the user's folder, and all errors.
  ///
  /// The folder's `NAME.frag` files are read, except hidden ones; a missing folder is empty. For a
  /// file with an error, the version in `previous` from the same file is kept, or else the built-in
  /// filter of that name. Errors are in the order of the files' names.
  package static func load(
    userFolder: [UInt8]?, previous: FilterLibrary? = nil
  ) -> (library: FilterLibrary, problems: [FilterError]) {
    guard let userFolder else { return (builtIn, []) }
    var filters = builtIn.filters
    var (names, problems) = names(in: userFolder)
    if names.count > mostUserFiles {
      problems.append(
        FilterError(
          file: escapedForDisplay(userFolder),
          "the folder has more than \(mostUserFiles) filters; the rest are ignored"))
      names.removeLast(names.count - mostUserFiles)
    }
    for name in names {
      let path = userFolder + [UInt8(ascii: "/")] + name
      let stem = String(decoding: name.dropLast(ending.count), as: UTF8.self)
      do throws(FilterError) {
        // Check the name first: a file with an invalid name need not be read.
        let bytes =
          FilterParser.isFilterName(stem)
          ? try WholeFileReader.bytes(
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

  static func isFilterFile(_ name: [UInt8]) -> Bool {
    name.count > ending.count && name.first != UInt8(ascii: ".")
      && name.suffix(ending.count).elementsEqual(ending)
  }

  /// Returns the names of the filter files in a folder, sorted, and the errors in reading it.
  static func names(in path: [UInt8]) -> (names: [[UInt8]], problems: [FilterError]) {
    let number: Int32
    do throws(Errno) {
      number = try FileDescriptor.openForReading(path).release()
    } catch {
      if error.isMissingFile { return ([], []) }
      return (
        [], [FilterError(file: escapedForDisplay(path), "it can't be read: \(error.message)")]
      )
    }
    guard let folder = fdopendir(number) else {
      close(number)
      return ([], [FilterError(file: escapedForDisplay(path), "this is not a folder")])
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
