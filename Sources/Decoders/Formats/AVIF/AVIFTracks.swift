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

  /// What a track of pictures says that it is: HEIF's two names, and that of videos.
  private static let pictures = ["pict", "auxv", "vide"]
  private static let alphas = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
  ]

  /// Looks for the tracks of a file.
  init(_ input: PictureInput) throws(CodecError) {
    guard let movie = try AVIFBoxes.top("moov", of: input) else { return }
    takeTracks(of: movie.body, at: movie.start)
  }

  private mutating func takeTracks(of movie: [UInt8], at start: Int) {
    for (type, name, track) in AVIFBoxes.children(of: movie[...]) where type == "trak" {
      // A version and flags, four zeros, and what handles the track.
      if let handler = AVIFBoxes.descend(["mdia", "hdlr"], from: track)?.dropFirst(8).prefix(4),
        handler.count == 4, !Self.pictures.contains(where: { handler.elementsEqual($0.utf8) })
      {
        hidden.append(start + name)
        continue
      }
      guard let entry = AVIFBoxes.descend(["mdia", "minf", "stbl", "stsd"], from: track) else {
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
}
