/// Files that the viewer itself has moved, renamed or restored.
extension AlbumSection {
  /// True if the section has a picture, apart from the entry for an empty folder.
  var hasPictures: Bool {
    if let folder { folder.names.count > 0 } else { count > 0 }
  }

  /// Returns the name of a path in the folder; `nil` if it is elsewhere.
  func name(of path: [UInt8]) -> [UInt8]? {
    guard let folder, !isManifest, path.starts(with: folder.prefix) else { return nil }
    let name = path.dropFirst(folder.prefix.count)
    return name.isEmpty || name.contains(UInt8(ascii: "/")) ? nil : Array(name)
  }

  /// Renames a file; returns true if the old and the new path are in this section.
  mutating func rename(_ path: [UInt8], to new: [UInt8]) -> Bool {
    guard folder != nil else {
      guard !isGone, self.path == path else { return false }
      follow(to: new)
      return true
    }
    guard let from = name(of: path), let to = name(of: new), folder?.names.index(of: from) != nil
    else { return false }
    folder?.names.remove(from)
    folder?.names.insert(to)
    folder?.passedOver.remove(to)
    if folder?.asked == from {
      folder?.asked = to
      follow(to: new)
    }
    if folder?.left == from { folder?.left = nil }
    return true
  }

  /// Adds a file; returns false if it belongs elsewhere.
  mutating func add(_ path: [UInt8]) -> Bool {
    guard folder != nil else {
      guard isGone, self.path == path else { return false }
      isGone = false
      return true
    }
    guard let name = name(of: path) else { return false }
    folder?.passedOver.remove(name)
    folder?.names.insert(name)
    return true
  }
}
