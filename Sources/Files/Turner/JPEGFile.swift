import Geometry

/// The segments of a JPEG file up to its end.
struct JPEGFile {
  /// A segment before the first scan.
  struct Segment {
    /// The second byte of its marker.
    let marker: UInt8
    /// All its bytes, from its marker on.
    let range: Range<Int>
    /// Its bytes after the length.
    var payload: Range<Int> { range.lowerBound + 4..<range.upperBound }
    /// True for application data and comments.
    var isMetadata: Bool { (0xE0...0xEF).contains(marker) || marker == 0xFE }
  }

  /// The segments before the first scan, in order.
  private(set) var segments: [Segment] = []
  /// The picture's size in pixels.
  private(set) var size = PixelSize.zero
  /// True if it has several scans of increasing detail.
  private(set) var isProgressive = false
  /// A minimum coded unit's size in pixels.
  private(set) var unit = PixelSize.zero
  /// The end of the picture, after its last marker.
  private(set) var end = 0
  /// True if there is application data or a comment between scans.
  private(set) var hasLateMetadata = false

  /// Reads the structure; `nil` if the file is damaged or incomplete.
  init?(_ bytes: PictureBytes) {
    guard bytes.begins(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var offset = 2
    var hasScan = false
    while true {
      guard bytes[offset] == 0xFF, let marker = bytes[offset + 1] else { return nil }
      switch marker {
      case 0xFF: offset += 1
      case 0xD9:
        end = offset + 2
        guard hasScan, size != .zero else { return nil }
        return
      case 0xD0...0xD8, 0x00, 0x01: return nil
      default:
        guard let length = bytes.number(at: offset + 2, bytes: 2), length >= 2,
          bytes.part(offset, count: 2 + length) != nil
        else { return nil }
        let segment = Segment(marker: marker, range: offset..<offset + 2 + length)
        offset = segment.range.upperBound
        if hasScan {
          hasLateMetadata = hasLateMetadata || segment.isMetadata
        } else {
          segments.append(segment)
        }
        if Self.startsFrame(marker), !readFrame(bytes, segment) { return nil }
        if marker == 0xDA {
          hasScan = true
          guard let next = Self.endOfScan(bytes, offset) else { return nil }
          offset = next
        }
      }
    }
  }

  private static func startsFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  private mutating func readFrame(_ bytes: PictureBytes, _ segment: Segment) -> Bool {
    let start = segment.payload.lowerBound
    guard size == .zero, let frame = bytes.part(start, count: segment.payload.count),
      let height = frame.number(at: 1, bytes: 2), let width = frame.number(at: 3, bytes: 2),
      let count = frame[5], width > 0, height > 0, (1...4).contains(count)
    else { return false }
    var most = (horizontal: 1, vertical: 1)
    for index in 0..<Int(count) {
      guard let sampling = frame[6 + index * 3 + 1] else { return false }
      let (horizontal, vertical) = (Int(sampling >> 4), Int(sampling & 15))
      guard (1...4).contains(horizontal), (1...4).contains(vertical) else { return false }
      // A single component is not interleaved: its unit is one block.
      if count > 1 {
        most = (max(most.horizontal, horizontal), max(most.vertical, vertical))
      }
    }
    size = PixelSize(width: width, height: height)
    unit = PixelSize(width: most.horizontal * 8, height: most.vertical * 8)
    isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(segment.marker)
    return true
  }

  /// Returns the offset of the marker that ends a scan's data.
  private static func endOfScan(_ bytes: PictureBytes, _ start: Int) -> Int? {
    let all = bytes.base
    var offset = start
    while offset + 1 < all.count {
      if all[offset] == 0xFF {
        let next = all[offset + 1]
        if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return offset }
        offset += next == 0xFF ? 1 : 2
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// The pixels at the edges that a transform of the stored picture can't keep in place.
  func edges(of transform: Orientation) -> (columns: Int, rows: Int) {
    let columns = size.width % unit.width
    let rows = size.height % unit.height
    return switch transform.exif {
    case 2, 8: (columns, 0)
    case 4, 6: (0, rows)
    case 3, 7: (columns, rows)
    default: (0, 0)
    }
  }
}
