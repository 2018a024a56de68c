import CTIFF
import Geometry
import Glibc

/// A TIFF file written by libtiff, page by page.
final class TIFFWriter {
  /// How a page is stored.
  struct Layout {
    var size = PixelSize(width: 300, height: 200)
    var bits = 8
    var samples = 3
    var photometric = PHOTOMETRIC_RGB
    var compression = COMPRESSION_NONE
    /// The size of a tile; `nil` for strips of `stripRows` rows.
    var tile: Int?
    var stripRows = 16
    var isSeparate = false
    var extraSample: Int32?
    var orientation = 1
    var isReduction = false
    var palette: [[UInt16]] = []
    /// Fields of text.
    var texts: [Int32: String] = [:]
    /// Whether it says that it is a DNG.
    var isDNG = false
  }

  private let file: PictureFile
  private let handle: OpaquePointer

  init(isBig: Bool = false, isBigEndian: Bool = false) {
    file = PictureFile()
    // libtiff closes the descriptor that it is given.
    let mode = "w" + (isBig ? "8" : "4") + (isBigEndian ? "b" : "l")
    guard let handle = TIFFFdOpen(dup(file.descriptor.number), "picture", mode) else {
      fatalError("memory")
    }
    self.handle = handle
  }

  /// Ends the file.
  func finish() -> PictureFile {
    TIFFClose(handle)
    return file
  }

  /// Adds a page; `samples` are those of 8 or 16 bits, interleaved, or packed bytes for fewer bits.
  func add(_ layout: Layout, samples: [Int]) {
    set(TIFFTAG_IMAGEWIDTH, Int32(layout.size.width))
    set(TIFFTAG_IMAGELENGTH, Int32(layout.size.height))
    set(TIFFTAG_BITSPERSAMPLE, Int32(layout.bits))
    set(TIFFTAG_SAMPLESPERPIXEL, Int32(layout.samples))
    set(TIFFTAG_PHOTOMETRIC, layout.photometric)
    set(TIFFTAG_COMPRESSION, layout.compression)
    set(TIFFTAG_PLANARCONFIG, layout.isSeparate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG)
    set(TIFFTAG_ORIENTATION, Int32(layout.orientation))
    if layout.isReduction { set(TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE) }
    if let extra = layout.extraSample {
      var kind = UInt16(extra)
      _ = withUnsafeMutablePointer(to: &kind) { kind in
        withVaList([Int32(1), kind]) { TIFFVSetField(handle, UInt32(TIFFTAG_EXTRASAMPLES), $0) }
      }
    }
    if !layout.palette.isEmpty {
      let channels = layout.palette.map { channel in
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: channel.count)
        memory.initialize(from: channel, count: channel.count)
        return memory
      }
      _ = withVaList(channels) { TIFFVSetField(handle, UInt32(TIFFTAG_COLORMAP), $0) }
      for channel in channels { channel.deallocate() }
    }
    for (tag, text) in layout.texts {
      text.withCString { text in
        _ = withVaList([text]) { TIFFVSetField(handle, UInt32(tag), $0) }
      }
    }
    if layout.isDNG {
      let version: [UInt8] = [1, 4, 0, 0]
      version.withUnsafeBufferPointer { version in
        guard let start = version.baseAddress else { return }
        _ = withVaList([start]) { TIFFVSetField(handle, UInt32(TIFFTAG_DNGVERSION), $0) }
      }
    }
    if layout.compression == COMPRESSION_JPEG {
      set(TIFFTAG_JPEGQUALITY, 95)
      if layout.photometric == PHOTOMETRIC_YCBCR { set(TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) }
    }
    if let tile = layout.tile {
      set(TIFFTAG_TILEWIDTH, Int32(tile))
      set(TIFFTAG_TILELENGTH, Int32(tile))
    } else {
      set(TIFFTAG_ROWSPERSTRIP, Int32(layout.stripRows))
    }
    write(layout, samples)
    precondition(TIFFWriteDirectory(handle) == 1)
  }

  private func set(_ tag: Int32, _ value: Int32) {
    _ = withVaList([value]) { TIFFVSetField(handle, UInt32(tag), $0) }
  }

  private func write(_ layout: Layout, _ samples: [Int]) {
    let planes = layout.isSeparate ? layout.samples : 1
    let block =
      layout.tile.map { PixelSize(width: $0, height: $0) }
      ?? PixelSize(width: layout.size.width, height: layout.stripRows)
    for plane in 0..<planes {
      for top in stride(from: 0, to: layout.size.height, by: block.height) {
        for left in stride(from: 0, to: layout.size.width, by: block.width) {
          let rows = layout.tile ?? min(block.height, layout.size.height - top)
          var bytes: [UInt8] = []
          for y in top..<top + rows {
            bytes += row(layout, samples, y: y, left: left, width: block.width, plane: plane)
          }
          let x = UInt32(left)
          let y = UInt32(top)
          let count = tmsize_t(bytes.count)
          let status =
            layout.tile != nil
            ? TIFFWriteEncodedTile(
              handle, TIFFComputeTile(handle, x, y, 0, UInt16(plane)), &bytes, count)
            : TIFFWriteEncodedStrip(
              handle, TIFFComputeStrip(handle, y, UInt16(plane)), &bytes, count)
          precondition(status >= 0)
        }
      }
    }
  }

  /// A row of a block; what hangs over the picture repeats its last pixels.
  private func row(
    _ layout: Layout, _ samples: [Int], y: Int, left: Int, width: Int, plane: Int
  ) -> [UInt8] {
    var values: [Int] = []
    let y = min(y, layout.size.height - 1)
    for x in left..<left + width {
      let start = (y * layout.size.width + min(x, layout.size.width - 1)) * layout.samples
      if layout.isSeparate {
        values.append(samples[start + plane])
      } else {
        values += samples[start..<start + layout.samples]
      }
    }
    switch layout.bits {
    case 8: return values.map { UInt8($0) }
    case 16: return values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    default:
      let perByte = 8 / layout.bits
      return stride(from: 0, to: values.count, by: perByte).map { first in
        (0..<perByte).reduce(UInt8(0)) { byte, index in
          let value = first + index < values.count ? values[first + index] : 0
          return byte << UInt8(layout.bits) | UInt8(value)
        }
      }
    }
  }
}
