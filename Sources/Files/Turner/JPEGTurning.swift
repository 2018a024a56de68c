import Geometry
import TurnProtocol

/// Turning a JPEG file: its coefficients, or only its orientation tag.
struct JPEGTurning {
  private let bytes: PictureBytes
  private let file: JPEGFile
  /// The segment of the EXIF block, and the block's tags.
  private let exif: JPEGFile.Segment?
  private var tags: TIFFTags?

  private static let exifName = Array("Exif".utf8) + [0, 0]
  private static let packetName = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
  private static let fileName = Array("JFIF".utf8) + [0]
  /// The most bytes of a segment after its marker.
  private static let longestSegment = 65535

  init(_ bytes: PictureBytes) throws(TurnRefusal) {
    guard let file = JPEGFile(bytes) else { throw .damaged }
    self.bytes = bytes
    self.file = file
    exif = file.segments.first { Self.isNamed($0, Self.exifName, in: bytes) }
    tags = exif.flatMap { segment in
      bytes.part(segment.payload.lowerBound + 6, count: segment.payload.count - 6)
    }.flatMap(TIFFTags.init)
  }

  private static func isNamed(
    _ segment: JPEGFile.Segment, _ name: [UInt8], in bytes: PictureBytes
  ) -> Bool {
    let marker: UInt8 = name == fileName ? 0xE0 : 0xE1
    return segment.marker == marker
      && bytes.part(segment.payload.lowerBound, count: segment.payload.count)?.begins(with: name)
        == true
  }

  func turned(_ order: TurnOrder) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    let before = tags?.orientation ?? 1
    let (pixels, tag): (Orientation, Int)
    var trims = false
    switch order {
    case .restore(let transform, let old): (pixels, tag) = (transform, old)
    case .turn(let orientation, let edges):
      let whole = Orientation(exif: before).followed(by: orientation)
      (pixels, tag) = edges == .tag ? (.identity, whole.exif) : (whole, 1)
      trims = edges == .trim && file.edges(of: pixels) != (0, 0)
    }
    let edit = pixels == .identity ? try tagged(tag) : try transformed(pixels, tag, trims: trims)
    return (edit, TurnResult(pixels: pixels, tagBefore: before, isTrimmed: trims))
  }

  // MARK: By the tag

  private func tagged(_ tag: Int) throws(TurnRefusal) -> FileEdit {
    var tags = tags
    let hasPlace = tags?.setOrientation(tag) ?? false
    if exif != nil, !hasPlace { throw .noPlace }
    var edit = FileEdit()
    if exif == nil, tag != 1 {
      // After the file's own header, which many readers expect first.
      let first = file.segments.prefix(1).first { Self.isNamed($0, Self.fileName, in: bytes) }
      let block = Self.exifName + TIFFTags.block(orientation: tag)
      edit.replace(
        at: first?.range.upperBound ?? 2, count: 0, with: try Self.segment(0xE1, block))
    }
    for segment in file.segments {
      if let new = try changed(segment, tags, tag) {
        edit.replace(at: segment.range.lowerBound, count: segment.range.count, with: new)
      }
    }
    edit.finish(count: bytes.count)
    return edit
  }

  /// Returns a segment's new bytes; `nil` if it stays as it is.
  private func changed(
    _ segment: JPEGFile.Segment, _ tags: TIFFTags?, _ tag: Int
  ) throws(TurnRefusal) -> [UInt8]? {
    if segment.range == exif?.range, let tags {
      return try Self.segment(0xE1, Self.exifName + tags.changed)
    }
    guard Self.isNamed(segment, Self.packetName, in: bytes),
      let part = bytes.part(segment.range.lowerBound, count: segment.range.count)
    else { return nil }
    return XMPOrientation.changed(part.copy, to: tag)
  }

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) throws(TurnRefusal) -> [UInt8] {
    guard payload.count + 2 <= longestSegment else { throw .noPlace }
    return [0xFF, marker] + Turner.bytes(of: payload.count + 2, count: 2) + payload
  }

  // MARK: By the coefficients

  private func transformed(
    _ pixels: Orientation, _ tag: Int, trims: Bool
  ) throws(TurnRefusal) -> FileEdit {
    guard !file.hasLateMetadata else { throw .coding }
    guard !hasMoreData else { throw .moreData }
    let edges = file.edges(of: pixels)
    guard edges == (0, 0) || trims else {
      throw .edges(columns: edges.columns, rows: edges.rows)
    }
    let kept = PixelSize(
      width: file.size.width - edges.columns, height: file.size.height - edges.rows)
    // The library keeps the edges of a picture that has nothing else.
    guard kept.width > 0, kept.height > 0 else { throw .coding }
    let output = try JPEGTransform.apply(
      pixels, to: bytes, isProgressive: file.isProgressive, trims: trims)
    let size = pixels.applied(to: kept)
    let result = output.withUnsafeBytes { output in
      Result { () throws(TurnRefusal) in
        try joined(PictureBytes(output), pixels, size: size, tag, trims: trims)
      }
    }
    return try result.get()
  }

  /// True if something other than padding follows the picture.
  private var hasMoreData: Bool {
    bytes.base[file.end...].contains { $0 != 0 && $0 != 0xFF }
  }

  /// Joins the original's application data and comments with a transformed picture.
  private func joined(
    _ output: PictureBytes, _ pixels: Orientation, size: PixelSize, _ tag: Int, trims: Bool
  ) throws(TurnRefusal) -> FileEdit {
    guard let picture = JPEGFile(output), picture.size == size else { throw .coding }
    var tags = tags
    if pixels.isTransposing { tags?.swapSize() }
    if trims { tags?.setSize(width: size.width, height: size.height) }
    if let isSet = tags?.setOrientation(tag), !isSet { throw .noPlace }
    tags?.dropThumbnail()
    var new: [UInt8] = []
    for segment in file.segments where segment.isMetadata {
      let part = bytes.part(segment.range.lowerBound, count: segment.range.count)
      new += try changed(segment, tags, tag) ?? part?.copy ?? []
    }
    var start = output.count
    for segment in picture.segments {
      start = segment.range.upperBound
      if segment.isMetadata { continue }
      new += output.part(segment.range.lowerBound, count: segment.range.count)?.copy ?? []
    }
    new += output.part(start, count: output.count - start)?.copy ?? []
    var edit = FileEdit()
    edit.replace(at: 2, count: bytes.count - 2, with: new)
    return edit
  }
}
