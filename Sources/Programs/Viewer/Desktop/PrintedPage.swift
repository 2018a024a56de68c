import Geometry
import Platform

/// A PDF file with one page of paper and a picture on it, written from top to bottom.
///
/// The page is A4, upright or across as the picture is. The picture keeps its proportions, within
/// margins of 10 mm; it is sRGB, on white.
final class PrintedPage {
  private let descriptor: Int32
  private let pieces: DeflatedPieces
  /// The bytes written so far, and where each object begins.
  private var count = 0
  private var places: [Int] = []
  private var checksum = Adler32()
  private var streamStart = 0

  /// A4 and its margins, in points of 1/72 inch.
  private static let paper = (short: 595.276, long: 841.89)
  private static let margin = 28.346

  /// Begins a file; `nil` if there is not enough memory.
  ///
  /// The caller keeps the descriptor.
  init?(writingTo descriptor: Int32) {
    guard let pieces = DeflatedPieces() else { return nil }
    self.descriptor = descriptor
    self.pieces = pieces
  }

  /// Writes what precedes the pixels of a picture.
  func start(_ size: PixelSize) throws(Errno) {
    let isAcross = size.width > size.height
    let (width, height) =
      isAcross ? (Self.paper.long, Self.paper.short) : (Self.paper.short, Self.paper.long)
    let scale = min(
      (width - 2 * Self.margin) / Double(size.width),
      (height - 2 * Self.margin) / Double(size.height))
    let (shownWidth, shownHeight) = (Double(size.width) * scale, Double(size.height) * scale)
    try write("%PDF-1.4\n")
    try begin("<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
    try begin("<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n")
    try begin(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents 4 0 R "
        + "/Resources << /XObject << /P 5 0 R >> >> >>\nendobj\n")
    let left = (width - shownWidth) / 2
    let bottom = (height - shownHeight) / 2
    let drawing = "q \(shownWidth) 0 0 \(shownHeight) \(left) \(bottom) cm /P Do Q"
    try begin(
      "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream\nendobj\n")
    try begin(
      "<< /Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) "
        + "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Interpolate true /Filter /FlateDecode "
        + "/Length 6 0 R >>\nstream\n")
    streamStart = count
    try write(DeflatedPieces.header[...])
  }

  /// Writes rows of red, green, blue and alpha, premultiplied.
  func write(rows: [UInt8]) throws(Errno) {
    var colors: [UInt8] = []
    colors.reserveCapacity(rows.count / 4 * 3)
    var index = 0
    while index + 3 < rows.count {
      let white = 255 - rows[index + 3]
      for channel in 0..<3 { colors.append(rows[index + channel].addingClamped(white)) }
      index += 4
    }
    var output: [UInt8] = []
    colors.withUnsafeBufferPointer { bytes in
      checksum.append(Adler32(bytes))
      _ = pieces.add(bytes, to: &output)
    }
    try write(output[...])
  }

  /// Completes the file.
  func finish() throws(Errno) {
    let sum = checksum.value
    let ending = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
    try write((DeflatedPieces.end + ending)[...])
    let length = count - streamStart
    try write("\nendstream\nendobj\n")
    try begin("\(length)\nendobj\n")
    let table = count
    let entries = places.map { place in
      let digits = String(place)
      return String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
    }
    try write("xref\n0 \(places.count + 1)\n0000000000 65535 f \n" + entries.joined())
    try write(
      "trailer\n<< /Size \(places.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n")
  }

  /// Begins the next object.
  private func begin(_ text: String) throws(Errno) {
    places.append(count)
    try write("\(places.count) 0 obj\n" + text)
  }

  private func write(_ text: String) throws(Errno) { try write(Array(text.utf8)[...]) }

  private func write(_ bytes: ArraySlice<UInt8>) throws(Errno) {
    try FileDescriptor.writeAll(bytes, to: descriptor)
    count += bytes.count
  }
}

extension UInt8 {
  fileprivate func addingClamped(_ other: UInt8) -> UInt8 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? 255 : sum
  }
}
