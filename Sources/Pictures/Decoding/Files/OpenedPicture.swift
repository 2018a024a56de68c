import Fetching
import Glibc
import Platform
import TilePlaces

/// An open file that starts like a picture.
package final class OpenedPicture: Sendable {
  /// The file, open for reading at its start; always a regular one.
  package let file: FileDescriptor
  /// The format, by its first bytes.
  package let format: PictureFormat
  /// The size in bytes when it was opened.
  package let byteCount: Int
  /// Identifies the file and its version; `nil` if not known.
  package let stamp: FileStamp?
  /// The folder with the picture's other files, if it has some.
  private let folder: FileDescriptor?
  /// The file's name; empty if it has none.
  private let name: [UInt8]
  /// The web address that it came from, if any.
  package let web: WebPlace?
  /// The places of its tiles, if they are known without a description.
  let places: TilePlaces?

  /// Takes over an open file, if it is a regular one that starts like a picture.
  ///
  /// `path` is its path, if it has one, and `web` its web address, if it was fetched.
  package init(
    _ file: consuming FileDescriptor, path: [UInt8] = [], web: WebPlace? = nil
  ) throws(PictureFileError) {
    self.web = web
    places = nil
    stamp = FileStamp(of: file)
    byteCount = try Self.byteCount(ofRegular: file.number)
    guard byteCount > 0 else { throw .empty }
    let firstBytes = try Self.firstBytes(of: file.number)
    guard !firstBytes.isEmpty else { throw .empty }
    if MIRAXSlide.stands(at: path) {
      format = .mirax
    } else {
      switch Sniffer.content(of: firstBytes, fileSize: byteCount) {
      case .picture(let format): self.format = format
      case .unread(let name): throw .unknownFormat(.unread(name))
      case .video(let name): throw .unknownFormat(.video(name))
      case nil: throw .unknownFormat(PictureFileError.LooksLike(firstBytes: firstBytes))
      }
    }
    folder = Self.folder(of: format, at: path)
    name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    self.file = file
    if format.companions == .beside, format.isDescription, web == nil { try checkTiles() }
  }

  /// Web tiles from the user's template: the template is all that is known of them.
  package convenience init(_ tiles: NamedTiles, pool: FetchPool) throws(PictureFileError) {
    let places: TilePlaces
    do throws(TilePlacesError) {
      places = try tiles.places
    } catch {
      throw .notPlaced(error)
    }
    try self.init(places, in: nil, web: WebPlace(template: tiles.text, pool: pool))
  }

  /// Tiles in a folder, from a template.
  package convenience init(_ tiles: NamedTiles) throws(PictureFileError) {
    let (path, places): (String, TilePlaces)
    do throws(TilePlacesError) {
      (path, places) = try tiles.placesInFolder
    } catch {
      throw .notPlaced(error)
    }
    let name = Array((path.isEmpty ? "." : path).utf8)
    let folder: FileDescriptor
    do throws(PictureFileError) {
      folder = try FileOpening.open(name)
    } catch {
      throw error == .missing ? .noTiles(name) : error
    }
    if tiles.isPicture, let first = places.place(rung: 0, column: 0, row: 0)?.paths.first {
      do throws(Errno) {
        _ = try FileDescriptor.openForReading(Array(first.utf8), below: folder)
      } catch {
        if error.isMissingFile { throw .noTile(path + first) }
      }
    }
    try self.init(places, in: folder, web: nil)
  }

  private init(
    _ places: TilePlaces, in folder: consuming FileDescriptor?, web: WebPlace?
  ) throws(PictureFileError) {
    do throws(Errno) {
      file = try .openNull()
    } catch {
      throw .system(error)
    }
    self.places = places
    self.folder = folder
    self.web = web
    stamp = nil
    byteCount = 0
    format = .template
    name = []
  }

  /// Opens the folder with the other files; `nil` if the format has none, or it can't be opened:
  /// the decoder then reports what is missing.
  private static func folder(of format: PictureFormat, at path: [UInt8]) -> FileDescriptor? {
    guard !path.isEmpty else { return nil }
    switch format.companions {
    case .none: return nil
    case .beside:
      let end = path.lastIndex(of: UInt8(ascii: "/"))
      return try? FileOpening.open(end.map { Array(path[...$0]) } ?? Array(".".utf8))
    case .inOwnFolder: return try? FileOpening.open(MIRAXSlide.folder(of: path))
    }
  }

  /// A new descriptor of the folder with the picture's other files.
  package func folderDescriptor() -> FileDescriptor? { try? folder?.duplicate() }

  /// Throws if a description has no tiles at all, as opposed to a few missing ones.
  private func checkTiles() throws(PictureFileError) {
    // The description may name its server, which only its parser finds.
    guard format != .iiif else { return }
    guard isNamed else { throw .tilesFromNowhere }
    guard let folder = folderDescriptor() else { throw .notAllowed }
    let first: [UInt8]
    switch format {
    case .deepZoom: first = Self.deepZoomFolder(name)
    case .zoomify: first = Array("TileGroup0".utf8)
    case .internetImaging: throw .tilesOfServer
    default: return
    }
    do throws(Errno) {
      _ = try FileDescriptor.openForReading(first, below: folder)
    } catch {
      if error.isMissingFile { throw .noTiles(first) }
    }
  }

  /// True if it has a path; false for a pipe.
  var isNamed: Bool { !name.isEmpty }

  /// True if any of the described tiles is beside it: the first one of some level.
  func hasTiles(of description: TileDescription) -> Bool {
    guard let folder = tileFolder(of: description), let places = try? TilePlaces(description) else {
      return false
    }
    return places.rungs.indices.contains { rung in
      folder.hasFile(atAnyOf: places.place(rung: rung, column: 0, row: 0)?.paths ?? [])
    }
  }

  /// The folder of a picture's tiles, using its description if there is one; `nil` if it can't be
  /// opened.
  func tileFolder(of description: TileDescription? = nil) -> TileFolder? {
    guard let copy = folderDescriptor() else { return nil }
    if case .deepZoom = description?.layout {
      return TileFolder(copy, prefix: Self.deepZoomFolder(name) + [UInt8(ascii: "/")])
    }
    return TileFolder(copy, prefix: [])
  }

  /// `picture_files` for `picture.dzi`.
  static func deepZoomFolder(_ name: [UInt8]) -> [UInt8] {
    var stem = name[...]
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
      if ["dzi", "xml", "json", "js"].contains(ending) { stem = name[..<dot] }
    }
    return stem + Array("_files".utf8)
  }

  /// A new descriptor that shares the open file's offset.
  package func descriptor() throws(PictureFileError) -> FileDescriptor {
    do throws(Errno) {
      return try file.duplicate()
    } catch {
      throw error.code == EMFILE ? .tooManyOpenFiles : .system(error)
    }
  }

  /// Enough to recognise any format, and to tell a web page from text.
  private static let firstByteCount = Sniffer.byteCount

  static func byteCount(ofRegular number: Int32) throws(PictureFileError) -> Int {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .system(.last("fstat")) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .folder
    case S_IFIFO: throw .pipe
    case S_IFSOCK: throw .socket
    default: throw .device
    }
  }

  private static func firstBytes(of number: Int32) throws(PictureFileError) -> [UInt8] {
    do throws(Errno) {
      return try FileDescriptor.readAll(number, at: 0, limit: firstByteCount)
    } catch {
      throw .system(error)
    }
  }
}

extension OpenedPicture: Hashable {
  /// Two are equal if they are the same opening of a file.
  package static func == (one: OpenedPicture, other: OpenedPicture) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PictureFileError.LooksLike {
  /// Guesses what bytes of an unknown format are, for the error message.
  init(firstBytes: [UInt8]) {
    let start = firstBytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(14)
    let small = start.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    if small.starts(with: Array("<!doctype html".utf8)) || small.starts(with: Array("<html".utf8)) {
      self = .webPage
    } else if firstBytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x08...0x0D).contains($0) }),
      String(validating: firstBytes.dropLast(3), as: UTF8.self) != nil
        || firstBytes.allSatisfy({ $0 < 0x80 })
    {
      self = .text
    } else {
      self = .unknown
    }
  }
}
