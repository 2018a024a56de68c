import DecoderKit
import DecoderProtocol

/// Finds sequence tracks that libavif 0.11 mishandles: it takes every auxiliary track for alpha,
/// and rejects files with a track without size, such as sound or text.
///
/// An auxiliary track declares its kind in an `auxi` box of its sample entry: alpha or a depth map.
struct AVIFTracks {
  /// Offsets of codec or box names to hide from libavif.
  private(set) var hidden: [Int] = []

  /// The replacement for `av01` or `trak`.
  static let replacement = Array("skip".utf8)

  /// The handlers of picture tracks: HEIF's two, and that of videos.
  private static let pictures = ["pict", "auxv", "vide"]
  private static let alphas = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
  ]

  /// Searches a file's tracks.
  init(_ input: PictureInput) throws(CodecError) {
    guard let movie = try AVIFBoxes.top("moov", of: input) else { return }
    takeTracks(of: movie.body, at: movie.start)
  }

  private mutating func takeTracks(of movie: [UInt8], at start: Int) {
    for (type, name, track) in AVIFBoxes.children(of: movie[...]) where type == "trak" {
      // A version and flags, four zeros, and the track's handler.
      if let handler = AVIFBoxes.descend(["mdia", "hdlr"], from: track)?.dropFirst(8).prefix(4),
        handler.count == 4, !Self.pictures.contains(where: { handler.elementsEqual($0.utf8) })
      {
        hidden.append(start + name)
        continue
      }
      guard let entry = AVIFBoxes.descend(["mdia", "minf", "stbl", "stsd"], from: track) else {
        continue
      }
      // A version, flags and a count; then an entry's size and its codec.
      let coding = entry.dropFirst(12).prefix(4)
      guard coding.elementsEqual("av01".utf8), let kind = Self.kind(in: entry),
        !Self.alphas.contains(kind)
      else { continue }
      hidden.append(start + coding.startIndex)
    }
  }

  /// The declared kind of an auxiliary track, up to its terminating zero.
  private static func kind(in entry: ArraySlice<UInt8>) -> String? {
    let name = Array("auxi".utf8)
    guard
      let place = entry.indices.dropLast(8).first(where: {
        entry[$0] == name[0] && entry[$0..<$0 + 4].elementsEqual(name)
      })
    else { return nil }
    return String(decoding: entry[(place + 8)...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
