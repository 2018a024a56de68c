/// RAW files that cameras wrote together with a rendered picture: the same folder and stem.
///
/// If there is more than one of either, none of them is paired: which belong together is unknown.
struct PicturePairs: Hashable, Sendable {
  /// The RAW file for each rendered picture.
  private var raws: [[UInt8]: [UInt8]] = [:]

  private enum Kind { case raw, rendered }

  private static let endings: [String: Kind] = {
    let raw = [
      "3fr", "ari", "arw", "bay", "cap", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr",
      "iiq", "k25", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf", "pef", "raf", "raw", "rw2",
      "rwl", "sr2", "srf", "srw", "x3f",
    ]
    let rendered = ["avif", "heic", "heif", "hif", "jpe", "jpeg", "jpg", "jxl"]
    return Dictionary(
      uniqueKeysWithValues: raw.map { ($0, Kind.raw) } + rendered.map { ($0, Kind.rendered) })
  }()

  /// The longest extension above, in bytes.
  private static let longestEnding = 4

  /// Finds the pairs among the names of a folder; each name is there once.
  init(among names: some Sequence<[UInt8]> = EmptyCollection()) {
    var groups: [ArraySlice<UInt8>: (raws: [[UInt8]], rendered: [[UInt8]])] = [:]
    for name in names {
      guard let (stem, kind) = Self.parts(of: name) else { continue }
      switch kind {
      case .raw: groups[stem, default: ([], [])].raws.append(name)
      case .rendered: groups[stem, default: ([], [])].rendered.append(name)
      }
    }
    for group in groups.values where group.raws.count == 1 && group.rendered.count == 1 {
      raws[group.rendered[0]] = group.raws[0]
    }
  }

  private static func parts(of name: [UInt8]) -> (ArraySlice<UInt8>, Kind)? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      name.count - dot - 1 <= longestEnding,
      let kind = endings[String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()]
    else { return nil }
    return (name[..<dot], kind)
  }

  /// The RAW files.
  var hidden: Set<[UInt8]> { Set(raws.values) }

  /// Returns the RAW file that belongs to a rendered picture; `nil` if there is none.
  func raw(beside rendered: [UInt8]) -> [UInt8]? { raws[rendered] }

  /// Returns the badge of a picture with a RAW file, such as `+CR3`.
  static func badge(ofRaw name: [UInt8]) -> String {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return "+" + String(decoding: name[(dot + 1)...], as: UTF8.self).uppercased()
  }
}
