import CJPEG
import DecoderKit
import DecoderProtocol
import Glibc
import JPEGReading

/// A row of units that a picture's data can be entered at.
struct JPEGEntry: Hashable, Sendable {
  /// Rows of units above it.
  var row: Int
  /// How many restart markers stand before it, less one.
  var marker: Int
  /// Where its data begins, in bytes from the picture's first one.
  var offset: Int
}

/// Where a JPEG with restart markers can be entered: wherever a marker and a row of units meet.
///
/// Behind a restart marker nothing is carried over from the data before. The file is looked through
/// for markers as far as somebody wants to know; no other byte is understood. It belongs to one
/// thread at a time.
final class JPEGEntries {
  /// Rows of units from one entry to the next.
  let step: Int
  /// Whether a marker was missing, or not the next one: from there on nothing is known.
  private(set) var isBroken = false
  private let input: PictureInput
  private let interval: Int
  private let columns: Int
  private let rows: Int
  private var found: [JPEGEntry] = []
  private var markers = 0
  private var offset: Int
  private var isAfterPrefix = false

  /// Of a picture that says after how many units its markers come; `nil` where it doesn't, and
  /// where they rarely stand before a row.
  init?(_ input: PictureInput, _ header: fresnel_jpeg_header) {
    interval = Int(header.restart_interval)
    columns = Int(header.columns)
    rows = Int(header.rows)
    guard interval > 0, columns > 0 else { return nil }
    step = interval / Self.greatestCommonDivisor(interval, columns)
    guard step <= Self.longestStep, JPEGEntering.isSound else { return nil }
    self.input = input
    offset = Int(clamping: header.data_offset)
  }

  /// More rows than these would be decoded for nothing at each entry.
  private static let longestStep = 4

  private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }

  /// The last entry at or above a row; `nil` for the picture's beginning.
  ///
  /// That row must be known, or nothing behind the last entry.
  func entry(at row: Int) -> JPEGEntry? {
    let index = min(row / step, found.count) - 1
    return index >= 0 ? found[index] : nil
  }

  /// Whether all entries up to a row are known.
  func knows(_ row: Int) -> Bool { min(row, rows - 1) / step <= found.count }

  /// Looks for the entries up to a row in at most so many bytes of the file.
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

  /// Takes note of the markers in the bytes at `offset`.
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
      // Any number of 0xFF may stand before a marker; one of the data's own has a zero behind it.
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
