import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes SGI's run-length encoding: a table has the file offset of each plane's rows.
///
/// Rows may share their bytes and be in any order.
struct SGIRunReader {
  private let input: PictureInput
  private let header: SGIHeader
  private var bytes: ByteReader

  init(_ input: PictureInput, _ header: SGIHeader) {
    self.input = input
    self.header = header
    bytes = ByteReader(input)
  }

  /// Decodes all rows; rows missing in the file stay empty.
  mutating func decode(
    into picture: DecodedPicture, _ progress: DecodingProgress
  ) throws(CodecError) {
    let height = header.size.height
    let channels = header.format.channels.count
    var table = ByteReader(input, at: SGIHeader.byteCount)
    let byteCount = input.byteCount
    for channel in 0..<channels {
      for index in 0..<height {
        let start = try table.big32()
        let row = picture.row(height - 1 - index)
        var isWhole = start < byteCount && !table.isPastEnd
        if isWhole {
          bytes.seek(to: start)
          isWhole =
            header.sampleBytes == 1
            ? try decode8(into: row, channel, channels)
            : try decode16(into: row, channel, channels)
        }
        if !isWhole { picture.missing = .endsTooEarly }
        progress.fraction = Double(channel * height + index) / Double(channels * height)
      }
    }
  }

  /// Decodes one plane of a row; returns false if the file ends within it.
  ///
  /// Too long a run is clipped to the row; a run of length 0 ends the row.
  private mutating func decode8(
    into row: UnsafeMutableRawBufferPointer, _ channel: Int, _ channels: Int
  ) throws(CodecError) -> Bool {
    var place = channel
    while place < row.count {
      guard let head = try bytes.nextByte() else { return false }
      var count = Int(head & 0x7F)
      if count == 0 { return true }
      if head & 0x80 != 0 {
        while count > 0, place < row.count {
          guard let sample = try bytes.nextByte() else { return false }
          row[place] = sample
          place += channels
          count -= 1
        }
      } else {
        guard let sample = try bytes.nextByte() else { return false }
        while count > 0, place < row.count {
          row[place] = sample
          place += channels
          count -= 1
        }
      }
    }
    return true
  }

  private mutating func sample16() throws(CodecError) -> UInt16? {
    guard let high = try bytes.nextByte(), let low = try bytes.nextByte() else { return nil }
    return UInt16(high) << 8 | UInt16(low)
  }

  private mutating func decode16(
    into row: UnsafeMutableRawBufferPointer, _ channel: Int, _ channels: Int
  ) throws(CodecError) -> Bool {
    var place = channel * 2
    while place < row.count {
      guard let head = try sample16() else { return false }
      var count = Int(head & 0x7F)
      if count == 0 { return true }
      var sample: UInt16 = 0
      let isRun = head & 0x80 == 0
      if isRun {
        guard let repeated = try sample16() else { return false }
        sample = repeated
      }
      while count > 0, place < row.count {
        if !isRun {
          guard let own = try sample16() else { return false }
          sample = own
        }
        row.storeBytes(of: sample, toByteOffset: place, as: UInt16.self)
        place += channels * 2
        count -= 1
      }
    }
    return true
  }
}
