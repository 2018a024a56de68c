import DecoderKit
import DecoderProtocol

/// Reads rows of a merged picture's channels: uncompressed or PackBits.
struct PhotoshopPlanes {
  private let input: PictureInput
  private let file: PhotoshopHeader
  /// The offset and size of each row's runs, channel after channel; empty if uncompressed.
  private var runs: [(start: Int, count: Int)] = []
  private var packed: [UInt8] = []

  init(_ input: PictureInput, _ file: PhotoshopHeader) throws(CodecError) {
    self.input = input
    self.file = file
    guard file.compression == .runs else { return }
    let (height, countBytes) = (file.size.height, file.isLarge ? 4 : 2)
    var reader = ByteReader(input, at: file.start)
    var place = file.start + file.channelCount * height * countBytes
    runs.reserveCapacity(file.usedChannels * height)
    for _ in 0..<file.usedChannels * height {
      let count = file.isLarge ? try reader.big32() : try reader.big16()
      runs.append((place, count))
      place += count
    }
  }

  /// Reads a row of a channel; returns false if it is not complete in the file.
  mutating func read(
    channel: Int, row: Int, into target: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Bool {
    guard file.compression == .runs else {
      let place = file.start + (channel * file.size.height + row) * file.rowBytes
      let done = try input.readBytes(at: place, into: target)
      target[done...].initializeMemory(as: UInt8.self, repeating: 0)
      return done == target.count
    }
    let (start, count) = runs[channel * file.size.height + row]
    // No row needs more, unless it was written to waste memory.
    packed = try input.bytes(at: start, count: min(count, 2 * target.count + 128))
    return packed.withUnsafeBytes { Self.unpack($0, into: target) }
  }

  /// Unpacks runs; returns false if they do not fill the target, the rest of which becomes zero.
  private static func unpack(
    _ packed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var (place, done) = (0, 0)
    while place + 1 < packed.count, done < target.count {
      let count = Int(packed[place])
      if count < 128 {
        let length = min(count + 1, target.count - done, packed.count - place - 1)
        UnsafeMutableRawBufferPointer(rebasing: target[done..<done + length]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: packed[place + 1..<place + 1 + length]))
        done += length
        place += count + 2
      } else if count > 128 {
        let length = min(257 - count, target.count - done)
        target[done..<done + length].initializeMemory(
          as: UInt8.self, repeating: packed[place + 1])
        done += length
        place += 2
      } else {
        place += 1
      }
    }
    target[done...].initializeMemory(as: UInt8.self, repeating: 0)
    return done == target.count
  }
}
