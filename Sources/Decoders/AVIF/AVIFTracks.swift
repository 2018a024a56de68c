import DecoderKit
import DecoderProtocol

/// Tracks of a sequence that libavif 0.11 gets wrong: it takes each that goes with the colours for
/// their alpha, and refuses a file with one that has no size, as sound and text have none.
///
/// An auxiliary track says in a box `auxi` of its samples what it is: alpha, a map of depth.
struct AVIFTracks {
  /// Where the name of a coding or of a box stands that libavif must not know.
  private(set) var hidden: [Int] = []

  /// What takes the place of `av01` or `trak` there.
  static let replacement = Array("skip".utf8)

  /// Boxes at the top of a file that are looked at, and the most bytes of the one about tracks.
  private static let (mostBoxes, mostBytes) = (64, 16 << 20)
  /// What a track of pictures says that it is: HEIF's two names, and that of videos.
  private static let pictures = ["pict", "auxv", "vide"]
  private static let alphas = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
  ]

  /// Looks for the tracks of a file.
  init(_ input: PictureInput) throws(CodecError) {
    var place = 0
    for _ in 0..<Self.mostBoxes {
      guard let box = Box(try input.bytes(at: place, count: 16)[...]) else { return }
      if box.type == "moov" {
        let body = try input.bytes(
          at: place + box.head, count: min(box.size - box.head, Self.mostBytes))
        takeTracks(of: body, at: place + box.head)
        return
      }
      let (next, overflows) = place.addingReportingOverflow(box.size)
      guard !overflows, next < input.byteCount else { return }
      place = next
    }
  }

  private mutating func takeTracks(of movie: [UInt8], at start: Int) {
    for (type, name, track) in Self.children(of: movie[...]) where type == "trak" {
      // A version and flags, four zeros, and what handles the track.
      if let handler = Self.descend(["mdia", "hdlr"], from: track)?.dropFirst(8).prefix(4),
        handler.count == 4, !Self.pictures.contains(where: { handler.elementsEqual($0.utf8) })
      {
        hidden.append(start + name)
        continue
      }
      guard let entry = Self.descend(["mdia", "minf", "stbl", "stsd"], from: track) else {
        continue
      }
      // A version, flags and a count; then an entry's size and the name of its coding.
      let coding = entry.dropFirst(12).prefix(4)
      guard coding.elementsEqual("av01".utf8), let kind = Self.kind(in: entry),
        !Self.alphas.contains(kind)
      else { continue }
      hidden.append(start + coding.startIndex)
    }
  }

  /// What an auxiliary track says that it is, up to the zero behind it.
  private static func kind(in entry: ArraySlice<UInt8>) -> String? {
    let name = Array("auxi".utf8)
    guard
      let place = entry.indices.dropLast(8).first(where: {
        entry[$0] == name[0] && entry[$0..<$0 + 4].elementsEqual(name)
      })
    else { return nil }
    return String(decoding: entry[(place + 8)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func descend(
    _ path: [String], from box: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var box = box
    for name in path {
      guard let child = children(of: box).first(where: { $0.type == name }) else { return nil }
      box = child.body
    }
    return box
  }

  /// The boxes that follow each other in some bytes, and where the name of each stands.
  private static func children(
    of bytes: ArraySlice<UInt8>
  ) -> [(type: String, name: Int, body: ArraySlice<UInt8>)] {
    var rest = bytes
    var found: [(type: String, name: Int, body: ArraySlice<UInt8>)] = []
    while found.count < mostBoxes, let box = Box(rest) {
      let body = rest.prefix(box.size).dropFirst(box.head)
      found.append((box.type, rest.startIndex + 4, body))
      rest = rest.dropFirst(box.size)
    }
    return found
  }

  /// A box's first bytes.
  private struct Box {
    let type: String
    /// Bytes of the whole box, and of what stands before its content.
    let (size, head): (Int, Int)

    /// `nil` where no box begins.
    init?(_ bytes: ArraySlice<UInt8>) {
      func number(_ range: Range<Int>) -> UInt64 {
        bytes.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard bytes.count >= 8 else { return nil }
      type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      let short = number(0..<4)
      guard short != 1 || bytes.count >= 16 else { return nil }
      head = short == 1 ? 16 : 8
      guard let size = Int(exactly: short == 1 ? number(8..<16) : short), size >= head else {
        return nil
      }
      self.size = size
    }
  }
}
