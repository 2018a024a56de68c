/// A sound track for a sequence of pictures: boxes of ISO 14496-12 that libavif doesn't write.
enum SoundTrack {
  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    LongTailWriter.big(8 + content.count, 4) + Array(name.utf8) + content
  }

  private static func full(_ name: String, _ content: [UInt8]) -> [UInt8] {
    box(name, [0, 0, 0, 0] + content)
  }

  private static func numbers(_ values: Int...) -> [UInt8] {
    values.flatMap { LongTailWriter.big($0, 4) }
  }

  /// One sample of ten bytes from the start of the file, half a second long.
  private static var track: [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 8)
    let unity = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)
    let header = box(
      "tkhd",
      [0, 0, 0, 7] + numbers(0, 0, 9, 0, 5) + zeros + [0, 0, 0, 0, 1, 0, 0, 0] + unity
        + numbers(0, 0))
    let media = full("mdhd", numbers(0, 0, 10, 5) + [0x55, 0xC4, 0, 0])
    let handler = full("hdlr", numbers(0) + Array("soun".utf8) + numbers(0, 0, 0) + [0])
    let entry = box(
      "mp4a", [0, 0, 0, 0, 0, 0, 0, 1] + zeros + [0, 2, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0])
    let table = box(
      "stbl",
      full("stsd", numbers(1) + entry) + full("stts", numbers(1, 1, 5))
        + full("stsc", numbers(1, 1, 1, 1)) + full("stsz", numbers(0, 1, 10))
        + full("stco", numbers(1, 0)))
    let information = box("minf", full("smhd", numbers(0)) + table)
    return box("trak", header + box("mdia", media + handler + information))
  }

  /// Adds a track to a file; returns `nil` if the file has no `moov` box.
  ///
  /// The boxes stay in place, and the new box of all tracks is appended.
  static func added(to file: [UInt8], isFirst: Bool) -> [UInt8]? {
    func size(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var place = 0
    while place + 8 <= file.count, size(place) >= 8 {
      defer { place += size(place) }
      guard file[place + 4..<place + 8].elementsEqual("moov".utf8) else { continue }
      let movie = Array(file[place + 8..<place + size(place)])
      // The movie's header comes first.
      let head = movie.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let tracks =
        isFirst ? movie[..<head] + track + movie[head...] : movie[...] + track
      var result = file
      result.replaceSubrange(place + 4..<place + 8, with: Array("free".utf8))
      return result + box("moov", Array(tracks))
    }
    return nil
  }
}
