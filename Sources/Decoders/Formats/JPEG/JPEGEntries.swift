import CJPEG
import DecoderKit
import DecoderProtocol
import Glibc
import JPEGReading

/// An MCU row at which decoding can start.
struct JPEGEntry: Hashable, Sendable {
  /// The MCU rows above the entry.
  var row: Int
  /// The index of the restart marker before it.
  var marker: Int
  /// The offset of its data from the start of the picture, in bytes.
  var offset: Int
}

/// The entry points of a JPEG with restart markers: wherever a marker precedes an MCU row.
///
/// After a restart marker decoding does not depend on earlier data. The file is searched for
/// markers only as far as needed; no other data is parsed. Use it on one thread at a time.
final class JPEGEntries {
  /// MCU rows from one entry to the next.
  let step: Int
  /// True if a marker was missing or out of sequence: nothing is known from there on.
  private(set) var isBroken = false
  private let input: PictureInput
  private let interval: Int
  private let columns: Int
  private let rows: Int
  private var found: [JPEGEntry] = []
  private var markers = 0
  private var offset: Int
  private var isAfterPrefix = false

  /// The entries of a picture with a restart interval; `nil` if it has none, or markers rarely
  /// coincide with MCU rows.
  init?(_ input: PictureInput, _ header: fresnel_jpeg_header) {
    interval = Int(header.restart_interval)
    columns = Int(header.columns)
    rows = Int(header.rows)
    guard interval > 0, columns > 0 else { return nil }
    step = interval / Self.greatestCommonDivisor(interval, columns)
    guard step <= Self.longestStep, JPEGEntryCheck.isSound else { return nil }
    self.input = input
    offset = Int(clamping: header.data_offset)
  }

  /// With larger steps, too many rows between an entry and the wanted rows would be decoded.
  private static let longestStep = 4

  private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }

  /// The last entry at or above an MCU row; `nil` for the start of the picture.
  ///
  /// Entries up to that row must be known, or the search must have ended.
  func entry(at row: Int) -> JPEGEntry? {
    let index = min(row / step, found.count) - 1
    return index >= 0 ? found[index] : nil
  }

  /// True if all entries up to an MCU row are known.
  func knows(_ row: Int) -> Bool { min(row, rows - 1) / step <= found.count }

  /// Searches for entries up to an MCU row in at most `most` bytes of the file.
  func look(upTo row: Int, bytes most: Int) throws(CodecError) {
    guard !isBroken, !knows(row) else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var left = most
    while left > 0, !isBroken, !knows(row) {
      let got = try input.readBytes(at: offset, into: buffer)
      guard got > 0 else {
        isBroken = true
        return
      }
      note(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      offset += got
      left -= got
    }
  }

  /// Records the markers in the bytes at `offset`.
  private func note(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    var place = 0
    while place < bytes.count, !isBroken {
      if !isAfterPrefix {
        guard let prefix = memchr(base + place, 0xFF, bytes.count - place) else { return }
        place = UnsafeRawPointer(prefix) - base + 1
        isAfterPrefix = true
        continue
      }
      let byte = bytes[place]
      place += 1
      // Any number of 0xFF may precede a marker; 0xFF in the data is followed by a zero.
      isAfterPrefix = byte == 0xFF
      if byte != 0xFF, byte != 0 { noteMarker(byte, behind: offset + place) }
    }
  }

  private func noteMarker(_ byte: UInt8, behind offset: Int) {
    guard byte == 0xD0 + UInt8(markers & 7) else {
      isBroken = true
      return
    }
    markers += 1
    let units = markers * interval
    guard units % columns == 0, units / columns < rows else { return }
    found.append(JPEGEntry(row: units / columns, marker: markers - 1, offset: offset))
  }
}
