import CJPEG
import DecoderKit
import DecoderProtocol
import Glibc
import JPEGReading
import Platform

/// A pass over a picture with restart markers, in parts that several threads decode in parallel.
///
/// The parts of a round are adjacent; once all are complete their rows are delivered, before the
/// next round starts.
final class JPEGSegmentPass: JPEGPass {
  private let picture: JPEGSegmentPicture
  private let entries: JPEGEntries
  private let wanted: Range<Int>
  private let wantedUnits: Range<Int>
  private let threads: Int
  /// The most MCU rows per part.
  private let mostUnits: Int
  private var workers: [JPEGWorker] = []
  /// The parts of this round, and the index of the one being delivered.
  private var parts: [JPEGPart] = []
  private var delivered = 0
  private var nextRow: Int
  /// Decodes the rest when the next entry is unknown.
  private var rest: JPEGRowPass?
  private(set) var isCut = false

  /// Bytes to search for markers in one call, so that a cancelled pass stops soon.
  private static let bytesPerStep = 4 << 20
  /// The picture's pixels per part.
  private static let pixelsPerPart = 1 << 22
  private static let mostPartBytes = 6 << 20
  /// With fewer MCU rows per part, decoding the rows between parts twice would cost too much.
  private static let fewUnits = 10
  /// More threads would wait for the reducing threads.
  private static let mostThreads = 4
  /// Below this many pixels another thread costs more than it saves.
  private static let fewPixels = 1_000_000

  /// A pass over some rows; `nil` if one thread from the top is faster.
  init?(
    _ picture: JPEGSegmentPicture, _ entries: JPEGEntries, rows wanted: Range<Int>
  ) {
    let unit = picture.unitHeight
    guard unit > 0, !wanted.isEmpty else { return nil }
    wantedUnits = wanted.lowerBound / unit..<(wanted.upperBound + unit - 1) / unit
    let pixels = picture.unitPixels * wantedUnits.count
    let above = picture.unitPixels * wantedUnits.lowerBound
    threads = pixels < Self.fewPixels ? 1 : min(Processors.count, Self.mostThreads)
    guard threads > 1 || pixels < Self.fewPixels && above > Self.fewPixels else { return nil }
    let most = Self.mostPartBytes / max(1, picture.stride * unit)
    mostUnits = min(most, max(Self.pixelsPerPart / max(1, picture.unitPixels), Self.fewUnits))
    guard mostUnits >= min(Self.fewUnits, wantedUnits.count) else { return nil }
    self.picture = picture
    self.entries = entries
    self.wanted = wanted
    nextRow = wanted.lowerBound
  }

  var progress: Double { Double(nextRow) / Double(max(wanted.upperBound, 1)) }
  var scans: JPEGScans? { nil }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let rest {
      let count = try rest.readRows(into: rows, stride: stride, most: most)
      nextRow += count
      isCut = rest.isCut
      return count
    }
    if delivered < parts.count {
      return try deliver(into: rows, stride: stride, most: most)
    }
    try beginRound()
    return 0
  }

  private func deliver(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let part = parts[delivered].rows
    let worker = workers[delivered]
    let there = part.lowerBound..<part.lowerBound + worker.count
    isCut = isCut || worker.isCut
    guard there.contains(nextRow) else {
      throw worker.failure
        ?? CodecError(.corrupt, "the JPEG file has fewer rows than its header says")
    }
    let count = min(most, there.upperBound - nextRow)
    worker.copyRows(from: nextRow - part.lowerBound, count: count, to: rows, stride: stride)
    nextRow += count
    if nextRow == part.upperBound { delivered += 1 }
    return count
  }

  /// Decodes the next parts, or continues the search for their entries.
  private func beginRound() throws(CodecError) {
    let first = nextRow / picture.unitHeight
    let left = wantedUnits.upperBound - first
    let rounds = max(1, (left + threads * mostUnits - 1) / (threads * mostUnits))
    let units = max(1, (left + rounds * threads - 1) / (rounds * threads))
    let starts = Array(
      stride(from: first, to: min(first + units * threads, wantedUnits.upperBound), by: units))
    let last = entryRow(for: starts.last ?? first)
    if !entries.knows(last), !entries.isBroken {
      return try entries.look(upTo: last, bytes: Self.bytesPerStep)
    }
    guard entries.knows(last) else { return try beginRest() }
    let (height, end) = (picture.unitHeight, wanted.upperBound)
    parts = starts.map { start in
      let lower = max(nextRow, start * height)
      return JPEGPart(
        entry: entries.entry(at: entryRow(for: start)),
        rows: lower..<min((start + units) * height, end))
    }
    delivered = 0
    while workers.count < parts.count { workers.append(JPEGWorker(picture)) }
    let (workers, parts) = (workers, parts)
    forEachInParallel(parts.count, threads: threads) { index, _ in
      workers[index].decode(parts[index])
    }
  }

  /// The MCU row at which decoding starts for a wanted one: interpolation may need the row above.
  private func entryRow(for row: Int) -> Int { max(0, picture.isInterpolated ? row - 1 : row) }

  private func beginRest() throws(CodecError) {
    let entry = entries.entry(at: entryRow(for: nextRow / picture.unitHeight))
    let above = (entry?.row ?? 0) * picture.unitHeight
    let reader = try picture.reader(from: entry)
    rest = JPEGRowPass(
      reader, rows: nextRow - above..<wanted.upperBound - above,
      width: picture.width, unitHeight: picture.unitHeight)
  }
}

/// The properties of a picture with restart markers that a pass needs.
struct JPEGSegmentPicture: Sendable {
  let input: PictureInput
  private let shape: RowShape
  /// The decoding scale in eighths.
  let eighths: Int
  /// The wanted columns, and bytes per delivered row.
  let columns: Range<Int>
  let stride: Int
  /// Columns of the scaled picture, and rows that are decoded together.
  let width: Int
  let unitHeight: Int
  /// The file's pixels per MCU row.
  let unitPixels: Int
  /// True if rows are interpolated from their neighbours.
  let isInterpolated: Bool

  /// A picture whose reader has been started with these columns.
  init(
    _ input: PictureInput, _ header: fresnel_jpeg_header, _ layout: fresnel_jpeg_layout,
    eighths: Int, columns: Range<Int>
  ) {
    self.input = input
    shape = RowShape(header)
    self.eighths = eighths
    self.columns = columns
    stride = Int(layout.column_count) * Int(header.channels)
    width = Int(layout.width)
    unitHeight = Int(layout.unit_height)
    unitPixels = Int(header.width) * Int(header.unit_height)
    isInterpolated = header.unit_height > 8 && eighths > 1
  }

  /// A reader that is ready for the rows from an entry on.
  func reader(from entry: JPEGEntry?) throws(CodecError) -> JPEGReader {
    let reader = try JPEGReader(input, .again(shape), withMetadata: false)
    if let entry { reader.enter(row: entry.row, marker: entry.marker, offset: entry.offset) }
    _ = try reader.start(eighths: eighths, columns: columns)
    return reader
  }
}

/// Some rows of the scaled picture, and the entry for them.
private struct JPEGPart: Sendable {
  let entry: JPEGEntry?
  let rows: Range<Int>
}

/// Decodes one part at a time into memory of its own.
// @unchecked Sendable: used on one thread at a time, with a new reader for each part; its results
// are read after all threads have ended.
private final class JPEGWorker: @unchecked Sendable {
  private let picture: JPEGSegmentPicture
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  /// The number of decoded rows of the last part, the error that ended it, and true if the file
  /// ended in it.
  private(set) var count = 0
  private(set) var failure: CodecError?
  private(set) var isCut = false

  init(_ picture: JPEGSegmentPicture) { self.picture = picture }

  deinit { free(memory) }

  func decode(_ part: JPEGPart) {
    count = 0
    failure = nil
    isCut = false
    do throws(CodecError) {
      try fill(part)
    } catch {
      failure = error
    }
  }

  private func fill(_ part: JPEGPart) throws(CodecError) {
    let bytes = part.rows.count * picture.stride
    if capacity < bytes {
      free(memory)
      capacity = 0
      memory = malloc(bytes)
      guard memory != nil else { throw CodecError.noMemory }
      capacity = bytes
    }
    guard let memory else { throw CodecError.noMemory }
    let reader = try picture.reader(from: part.entry)
    let above = part.rows.lowerBound - (part.entry?.row ?? 0) * picture.unitHeight
    if above > 0 { try reader.skipRows(above) }
    while count < part.rows.count {
      let got = try reader.readRows(
        into: memory + count * picture.stride, stride: picture.stride,
        count: part.rows.count - count)
      guard got > 0 else { return }
      count += got
    }
    isCut = reader.isCut
  }

  func copyRows(from first: Int, count: Int, to target: UnsafeMutableRawPointer, stride: Int) {
    guard let memory else { return }
    for row in 0..<count {
      (target + row * stride).copyMemory(
        from: memory + (first + row) * picture.stride, byteCount: picture.stride)
    }
  }
}
