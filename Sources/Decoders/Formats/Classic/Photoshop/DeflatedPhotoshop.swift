import CISAL
import DecoderKit
import DecoderProtocol
import Geometry
import Inflate
import Resampling

/// A merged picture whose channels are one zlib stream, or one each, inflated as a whole.
enum DeflatedPhotoshop {
  private static let damaged =
    "the file ends too early or is damaged: parts of the picture are missing"

  static func codec(
    _ file: PhotoshopHeader, of input: PictureInput
  ) throws(CodecError) -> any PictureCodec {
    let rows = PhotoshopRows(file, isLight: input.acceptsLight)
    var header = try file.header(rows.format, isLight: input.acceptsLight)
    header.memory = try .whole(
      checkedProduct(file.rowBytes, file.usedChannels, file.size.height), of: file.size)
    let isLight = header.isLight
    return WholePictureCodec(header, of: input) { (_) throws(CodecError) in
      try picture(file, of: input, rows, isLight: isLight)
    }
  }

  private static func picture(
    _ file: PhotoshopHeader, of input: PictureInput, _ rows: PhotoshopRows, isLight: Bool
  ) throws(CodecError) -> DecodedPicture {
    var stream = try Inflating(input, at: file.start)
    defer { stream.end() }
    // Each row of this picture contains that row of all channels, one after the other.
    let planes = try DecodedPicture(
      size: PixelSize(width: file.rowBytes, height: file.size.height),
      bytesPerPixel: file.usedChannels, convert: nil)
    var isWhole = true
    for channel in 0..<file.usedChannels {
      for y in 0..<file.size.height where isWhole {
        let place = channel * file.rowBytes
        let row = UnsafeMutableRawBufferPointer(
          rebasing: planes.row(y)[place..<place + file.rowBytes])
        isWhole = try stream.read(into: row)
        if file.compression == .deflatedDifferences { sum(row, depth: file.depth) }
      }
    }
    var rows = rows
    rows.isOnWhite = (0..<file.size.height).allSatisfy {
      rows.canBeOnWhite(UnsafeRawBufferPointer(planes.row($0)))
    }
    let finished = rows
    let picture = planes.converting { finished.convert($0, into: $1) }
    picture.missing = file.resources.hasMergedPicture ? (isWhole ? nil : damaged) : .onlyLayers
    if isLight { picture.headroom = headroom(of: picture, file.size, rows.format) }
    return picture
  }

  private static func headroom(
    of picture: DecodedPicture, _ size: PixelSize, _ format: RowFormat
  ) -> Double {
    var meter = LightMeter()
    let count = format.channels.count
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size.width * count) { row in
      guard let base = row.baseAddress else { return }
      for y in 0..<size.height {
        picture.copy(row: y, into: base)
        meter.add(base, count: size.width, step: count)
      }
    }
    return meter.headroom
  }

  /// Undoes the prediction: adds the previous sample to each.
  private static func sum(_ row: UnsafeMutableRawBufferPointer, depth: Int) {
    if depth == 16 {
      for index in stride(from: 2, to: row.count - 1, by: 2) {
        let before = row.loadUnaligned(fromByteOffset: index - 2, as: UInt16.self).bigEndian
        let own = row.loadUnaligned(fromByteOffset: index, as: UInt16.self).bigEndian
        row.storeBytes(of: (before &+ own).bigEndian, toByteOffset: index, as: UInt16.self)
      }
      return
    }
    for index in row.indices.dropFirst() { row[index] &+= row[index - 1] }
    guard depth == 32 else { return }
    // The highest bytes of all samples come first, then the next ones.
    let bytes = Array(row)
    let count = bytes.count / 4
    for x in 0..<count {
      for byte in 0..<4 { row[x * 4 + byte] = bytes[byte * count + x] }
    }
  }
}

/// Consecutive zlib streams in a file: ImageMagick 7 writes one per channel.
private struct Inflating: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  private let input: PictureInput
  private var place: Int
  private var isOver = false

  init(_ input: PictureInput, at place: Int) throws(CodecError) {
    self.input = input
    self.place = place
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: 64 << 10, alignment: 64)
    guard inflateInit2(stream, 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      buffer.deallocate()
      throw .noMemory
    }
  }

  /// Frees its memory.
  mutating func end() {
    _ = inflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Fills memory; returns false if the streams end first.
  mutating func read(into target: UnsafeMutableRawBufferPointer) throws(CodecError) -> Bool {
    stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(target.count)
    while stream.pointee.avail_out > 0, !isOver {
      if stream.pointee.avail_in == 0 {
        let count = try input.readBytes(at: place, into: buffer)
        guard count > 0 else { break }
        place += count
        stream.pointee.next_in = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
      }
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK: break
      case Z_STREAM_END: isOver = inflateReset(stream) != Z_OK
      default: isOver = true
      }
    }
    return stream.pointee.avail_out == 0
  }
}
