import DecoderProtocol
import Geometry

/// The brands and items of an ISO base media file (ISO/IEC 14496-12), such as HEIF and AVIF.
///
/// It reads only names and numbers, with bounds checks: they decide which library opens the file,
/// and how many items it has.
package struct ISOItems {
  /// The major brand and the compatible ones.
  package private(set) var brands: [String] = []
  /// The type of each item, such as "hvc1", "av01" or "grid".
  package private(set) var types: [String] = []
  /// The items that others are derived from: a grid's tiles, an overlay's layers.
  package private(set) var parts: Set<UInt32> = []
  /// The total number of references to such parts; a part used twice counts twice.
  package private(set) var partCount = 0
  /// True if a box claims to extend beyond the end of the file.
  package private(set) var isCut = false
  /// The items' rotation, mirroring and cropping.
  private var properties = ISOProperties()
  /// The item types by item number.
  private var typesByNumber: [UInt32: String] = [:]

  /// The maximum number of boxes to read on each level, and of bytes in one.
  private static let (mostBoxes, mostBytes) = (64, 8 << 20)

  /// Reads the boxes of a file; skips what it can't parse.
  package init(_ input: PictureInput) throws(CodecError) {
    let size = input.byteCount
    var offset = 0
    for _ in 0..<Self.mostBoxes where offset < size {
      let head = try input.bytes(at: offset, count: 16)
      guard let box = Box(head[...]) else { return }
      let bytes = { (most: Int) throws(CodecError) in
        try input.bytes(at: offset + box.headBytes, count: min(box.bodyBytes ?? most, most))
      }
      switch box.type {
      case "ftyp": brands = Self.names(in: try bytes(4096))
      case "meta": takeItems(of: try bytes(Self.mostBytes).dropFirst(4))
      default: break
      }
      guard let body = box.bodyBytes else { return }
      let (next, overflows) = offset.addingReportingOverflow(box.headBytes + body)
      isCut = isCut || overflows || next > size
      guard !overflows else { return }
      offset = next
    }
  }

  /// A grid's orientation; `nil` if the item isn't a grid or is cropped.
  package func gridOrientation(of item: UInt32) -> Orientation? {
    typesByNumber[item] == "grid" ? properties.orientation(of: item) : nil
  }

  /// The major brand, and after its version the compatible ones.
  private static func names(in bytes: [UInt8]) -> [String] {
    stride(from: 0, through: bytes.count - 4, by: 4).filter { $0 != 4 }.map {
      name(bytes[$0..<$0 + 4])
    }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Reads item types, references and properties from a `meta` box's children.
  private mutating func takeItems(of meta: ArraySlice<UInt8>) {
    for (type, body) in Self.children(of: meta, most: Self.mostBoxes) {
      if type == "iinf" { takeTypes(of: body) }
      if type == "iref" { takeParts(of: body) }
      guard type == "iprp" else { continue }
      for (type, body) in Self.children(of: body, most: Self.mostBoxes) {
        if type == "ipco" {
          properties.take(Self.children(of: body, most: Int(UInt16.max)))
        } else if type == "ipma" {
          properties.takeAssociations(body)
        }
      }
    }
  }

  private mutating func takeParts(of body: ArraySlice<UInt8>) {
    // Item numbers have 16 bits, or 32 from version 1 on: the derived item, a 16-bit count, its
    // parts.
    let width = (body.first ?? 0) == 0 ? 2 : 4
    for (type, list) in Self.children(of: body.dropFirst(4), most: Int(UInt16.max))
    where type == "dimg" {
      var rest = list.dropFirst(width + 2)
      while rest.count >= width {
        parts.insert(rest.prefix(width).reduce(0) { $0 << 8 | UInt32($1) })
        partCount += 1
        rest = rest.dropFirst(width)
      }
    }
  }

  private mutating func takeTypes(of body: ArraySlice<UInt8>) {
    let list = body.dropFirst((body.first ?? 0) == 0 ? 6 : 8)
    for (type, entry) in Self.children(of: list, most: Int(UInt16.max)) where type == "infe" {
      // Item numbers have 16 bits in version 2 and 32 in version 3; older versions have no types.
      guard let version = entry.first, version == 2 || version == 3 else { continue }
      let item = entry.dropFirst(version == 2 ? 8 : 10).prefix(4)
      guard item.count == 4 else { continue }
      types.append(Self.name(item))
      let number = entry.dropFirst(4).prefix(version == 2 ? 2 : 4)
      typesByNumber[number.reduce(0) { $0 << 8 | UInt32($1) }] = Self.name(item)
    }
  }

  private static func children(
    of bytes: ArraySlice<UInt8>, most: Int
  ) -> [(type: String, body: ArraySlice<UInt8>)] {
    var rest = bytes
    var found: [(type: String, body: ArraySlice<UInt8>)] = []
    while found.count < most, let box = Box(rest) {
      let body = rest.dropFirst(box.headBytes)
      let count = min(box.bodyBytes ?? body.count, body.count)
      found.append((box.type, body.prefix(count)))
      rest = body.dropFirst(count)
    }
    return found
  }

  /// A box's header.
  private struct Box {
    let type: String
    let headBytes: Int
    /// Bytes of the body; `nil` means up to the end.
    let bodyBytes: Int?

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= 8 else { return nil }
      let start = bytes.startIndex
      func number(_ range: Range<Int>) -> UInt64 {
        bytes[start + range.lowerBound..<start + range.upperBound].reduce(0) {
          $0 << 8 | UInt64($1)
        }
      }
      type = ISOItems.name(bytes[start + 4..<start + 8])
      var size = number(0..<4)
      var head = 8
      if size == 1 {
        guard bytes.count >= 16 else { return nil }
        size = number(8..<16)
        head = 16
      }
      headBytes = head
      if size == 0 {
        bodyBytes = nil
      } else {
        guard size >= UInt64(head), size <= UInt64(Int64.max) else { return nil }
        bodyBytes = Int(size) - head
      }
    }
  }
}
