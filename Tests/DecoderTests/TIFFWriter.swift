import CTIFF
import Geometry
import Glibc

/// A TIFF file written by libtiff, page by page.
final class TIFFWriter {
  /// The storage of a page.
  struct Layout {
    var size = PixelSize(width: 300, height: 200)
    var bits = 8
    var samples = 3
    var sampleFormat = SAMPLEFORMAT_UINT
    /// The declared smallest and largest value.
    var saidRange: ClosedRange<Double>?
    /// The value of missing pixels, as GDAL writes it.
    var missingValue: String?
    /// The number of following pages that are inside this one.
    var pagesInside = 0
    /// The meaning of samples; `nil` to declare none.
    var photometric: Int32? = PHOTOMETRIC_RGB
    /// The subsampling of colour differences, horizontally and vertically.
    var thinning: PixelSize?
    /// True if planes of differences are subsampled here, by the first sample of each block.
    var isThinnedByWriter = false
    var compression = COMPRESSION_NONE
    /// The options of a Group 3 fax.
    var faxOptions: Int32 = 0
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
    /// An XMP packet, or other content in its place.
    var packet = ""
    /// True if it declares itself as DNG.
    var isDNG = false
    /// Encodes a block, given its size and samples, if libtiff can't.
    var encode: ((PixelSize, [Int]) -> [UInt8])?
  }

  private let file: PictureFile
  private let handle: OpaquePointer

  /// Creates a file; `gap` is an offset before which only the header is written.
  init(isBig: Bool = false, isBigEndian: Bool = false, gap: Int = 0) {
    file = PictureFile()
    // libtiff closes the descriptor that it gets.
    let mode = "w" + (isBig ? "8" : "4") + (isBigEndian ? "b" : "l")
    guard let handle = TIFFFdOpen(dup(file.descriptor.number), "picture", mode) else {
      fatalError("memory")
    }
    self.handle = handle
    if gap > 0 { ftruncate(file.descriptor.number, off_t(gap)) }
  }

  /// Ends the file.
  func finish() -> PictureFile {
    TIFFClose(handle)
    return file
  }

  /// Adds a page; `samples` are interleaved, each as its bits.
  func add(_ layout: Layout, samples: [Int]) {
    set(TIFFTAG_IMAGEWIDTH, Int32(layout.size.width))
    set(TIFFTAG_IMAGELENGTH, Int32(layout.size.height))
    set(TIFFTAG_BITSPERSAMPLE, Int32(layout.bits))
    set(TIFFTAG_SAMPLESPERPIXEL, Int32(layout.samples))
    set(TIFFTAG_SAMPLEFORMAT, layout.sampleFormat)
    if let photometric = layout.photometric { set(TIFFTAG_PHOTOMETRIC, photometric) }
    if let thinning = layout.thinning {
      _ = withVaList([Int32(thinning.width), Int32(thinning.height)]) {
        TIFFVSetField(handle, UInt32(TIFFTAG_YCBCRSUBSAMPLING), $0)
      }
    }
    set(TIFFTAG_COMPRESSION, layout.compression)
    if layout.faxOptions != 0 { set(TIFFTAG_GROUP3OPTIONS, layout.faxOptions) }
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
    if !layout.packet.isEmpty {
      let bytes = Array(layout.packet.utf8)
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        _ = withVaList([Int32(bytes.count), start]) {
          TIFFVSetField(handle, UInt32(TIFFTAG_XMLPACKET), $0)
        }
      }
    }
    if let said = layout.saidRange {
      for (tag, value) in [
        (TIFFTAG_SMINSAMPLEVALUE, said.lowerBound), (TIFFTAG_SMAXSAMPLEVALUE, said.upperBound),
      ] {
        _ = withVaList([value]) { TIFFVSetField(handle, UInt32(tag), $0) }
      }
    }
    if let missing = layout.missingValue { setMissing(missing) }
    if layout.pagesInside > 0 {
      let places = [UInt64](repeating: 0, count: layout.pagesInside)
      places.withUnsafeBufferPointer { places in
        guard let start = places.baseAddress else { return }
        _ = withVaList([Int32(places.count), start]) {
          TIFFVSetField(handle, UInt32(TIFFTAG_SUBIFD), $0)
        }
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
    if layout.compression == COMPRESSION_WEBP { set(TIFFTAG_WEBP_LOSSLESS, 1) }
    if let tile = layout.tile {
      set(TIFFTAG_TILEWIDTH, Int32(tile))
      set(TIFFTAG_TILELENGTH, Int32(tile))
    } else {
      set(TIFFTAG_ROWSPERSTRIP, Int32(layout.stripRows))
    }
    write(layout, samples)
    precondition(TIFFWriteDirectory(handle) == 1)
  }

  /// GDAL's tag, which is registered with libtiff by name.
  private func setMissing(_ text: String) {
    "GDALNoData".withCString { name in
      var field = TIFFFieldInfo(
        field_tag: ttag_t(TIFFTAG_GDAL_NODATA), field_readcount: -1, field_writecount: -1,
        field_type: TIFF_ASCII, field_bit: UInt16(FIELD_CUSTOM), field_oktochange: 1,
        field_passcount: 0, field_name: UnsafeMutablePointer(mutating: name))
      TIFFMergeFieldInfo(handle, &field, 1)
      text.withCString { text in
        _ = withVaList([text]) { TIFFVSetField(handle, UInt32(TIFFTAG_GDAL_NODATA), $0) }
      }
    }
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
          let number =
            layout.tile != nil
            ? TIFFComputeTile(handle, UInt32(left), UInt32(top), 0, UInt16(plane))
            : TIFFComputeStrip(handle, UInt32(top), UInt16(plane))
          if let encode = layout.encode {
            let size = PixelSize(width: block.width, height: rows)
            let values = (top..<top + rows).flatMap {
              self.values(layout, samples, y: $0, left: left, width: block.width, plane: plane)
            }
            var bytes = encode(size, values)
            let count = tmsize_t(bytes.count)
            let status =
              layout.tile != nil
              ? TIFFWriteRawTile(handle, number, &bytes, count)
              : TIFFWriteRawStrip(handle, number, &bytes, count)
            precondition(status >= 0)
            continue
          }
          var bytes: [UInt8] = []
          for y in top..<top + rows {
            bytes += row(layout, samples, y: y, left: left, width: block.width, plane: plane)
          }
          if layout.isThinnedByWriter, plane > 0, let thinning = layout.thinning {
            bytes = Self.thinned(bytes, width: block.width, by: thinning)
          }
          let count = tmsize_t(bytes.count)
          let status =
            layout.tile != nil
            ? TIFFWriteEncodedTile(handle, number, &bytes, count)
            : TIFFWriteEncodedStrip(handle, number, &bytes, count)
          precondition(status >= 0)
        }
      }
    }
  }

  /// The first sample of each block in a plane of bytes.
  private static func thinned(_ bytes: [UInt8], width: Int, by thinning: PixelSize) -> [UInt8] {
    stride(from: 0, to: bytes.count / width, by: thinning.height).flatMap { y in
      stride(from: 0, to: width, by: thinning.width).map { bytes[y * width + $0] }
    }
  }

  /// Samples of a block's row; beyond the picture, its last pixels are repeated.
  private func values(
    _ layout: Layout, _ samples: [Int], y: Int, left: Int, width: Int, plane: Int
  ) -> [Int] {
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
    return values
  }

  /// A row of a block as stored.
  private func row(
    _ layout: Layout, _ samples: [Int], y: Int, left: Int, width: Int, plane: Int
  ) -> [UInt8] {
    let values = values(layout, samples, y: y, left: left, width: width, plane: plane)
    if layout.bits == 16 {
      return values.map { UInt16(truncatingIfNeeded: $0) }.withUnsafeBytes { Array($0) }
    }
    if layout.bits.isMultiple(of: 8) {
      return values.flatMap { value in
        (0..<layout.bits / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
    }
    // Packed without gaps, the first at the top of a byte.
    var bytes = [UInt8](repeating: 0, count: (values.count * layout.bits + 7) / 8)
    for (index, value) in values.enumerated() {
      for bit in 0..<layout.bits where value >> (layout.bits - 1 - bit) & 1 == 1 {
        let place = index * layout.bits + bit
        bytes[place / 8] |= 0x80 >> UInt8(place % 8)
      }
    }
    return bytes
  }
}
