import CJP2
import Geometry
import Glibc

/// JPEG 2000 files, written by openjpeg's encoder.
struct JP2Writer {
  var size = PixelSize(width: 70, height: 46)
  /// Samples per pixel.
  var channels = 3
  var depth = 8
  var isSigned = false
  var space = OPJ_CLRSPC_SRGB
  /// True if the channels are inks.
  var isInks = false
  /// True if the first three channels are CIE L*a*b*.
  var isLab = false
  /// The range and offset of L*, a* and b*; empty for the default ones.
  var labRanges: [(range: Int, offset: Int)] = []
  /// True if the last channel is alpha.
  var hasAlpha = false
  /// The edge of a tile; `nil` for a single tile.
  var tile: Int?
  /// The position of the picture on the reference grid.
  var origin = (x: 0, y: 0)
  /// The columns and rows that a sample of the second and third channel covers.
  var thinning = (x: 1, y: 1)
  /// The number of resolution levels in the file.
  var resolutions = 6
  var isContainer = true
  var isLossy = false
  var profile: [UInt8] = []
  /// The colour of each channel, from 0 for red; empty for the usual order.
  var order: [Int] = []
  /// The palette: red, green and blue, 8 bits each.
  var palette: [[UInt8]] = []
  /// True if the file declares itself as extended (JPX).
  var isExtended = false

  func size(ofChannel channel: Int) -> PixelSize {
    guard channel == 1 || channel == 2 else { return size }
    return PixelSize(
      width: (size.width + thinning.x - 1) / thinning.x,
      height: (size.height + thinning.y - 1) / thinning.y)
  }

  /// Writes a file, given the samples plane by plane, from 0.
  func bytes(_ planes: [[Int]]) -> [UInt8] {
    var components = (0..<channels).map { channel in
      var component = opj_image_cmptparm_t()
      let size = size(ofChannel: channel)
      let isThin = channel == 1 || channel == 2
      component.dx = UInt32(isThin ? thinning.x : 1)
      component.dy = UInt32(isThin ? thinning.y : 1)
      (component.w, component.h) = (UInt32(size.width), UInt32(size.height))
      component.prec = UInt32(depth)
      component.sgnd = isSigned ? 1 : 0
      (component.x0, component.y0) = (UInt32(origin.x), UInt32(origin.y))
      return component
    }
    guard let image = opj_image_create(UInt32(channels), &components, space) else { return [] }
    defer { opj_image_destroy(image) }
    (image.pointee.x0, image.pointee.y0) = (UInt32(origin.x), UInt32(origin.y))
    image.pointee.x1 = UInt32(origin.x + size.width)
    image.pointee.y1 = UInt32(origin.y + size.height)
    let bias = isSigned ? 1 << (depth - 1) : 0
    for (channel, plane) in planes.enumerated() {
      for (index, sample) in plane.enumerated() {
        image.pointee.comps[channel].data[index] = Int32(sample - bias)
      }
    }
    if hasAlpha { image.pointee.comps[channels - 1].alpha = 1 }
    return encode(image)
  }

  private func encode(_ image: UnsafeMutablePointer<opj_image_t>) -> [UInt8] {
    var parameters = opj_cparameters_t()
    opj_set_default_encoder_parameters(&parameters)
    parameters.tcp_numlayers = 1
    parameters.cp_disto_alloc = 1
    parameters.tcp_rates.0 = isLossy ? 20 : 0
    parameters.irreversible = isLossy ? 1 : 0
    parameters.numresolution = Int32(resolutions)
    parameters.image_offset_x0 = Int32(origin.x)
    parameters.image_offset_y0 = Int32(origin.y)
    if let tile {
      parameters.tile_size_on = OPJ_TRUE
      (parameters.cp_tdx, parameters.cp_tdy) = (Int32(tile), Int32(tile))
    }
    let isRGB = channels >= 3 && space == OPJ_CLRSPC_SRGB && thinning == (1, 1) && !isInks && !isLab
    parameters.tcp_mct = isRGB ? 1 : 0
    let file = WrittenFile()
    guard let codec = opj_create_compress(isContainer ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K),
      let stream = opj_stream_create(1 << 20, OPJ_FALSE)
    else { return [] }
    defer {
      opj_stream_destroy(stream)
      opj_destroy_codec(codec)
    }
    file.attach(stream)
    guard opj_setup_encoder(codec, &parameters, image) == OPJ_TRUE,
      opj_start_compress(codec, image, stream) == OPJ_TRUE,
      opj_encode(codec, stream) == OPJ_TRUE, opj_end_compress(codec, stream) == OPJ_TRUE
    else { return [] }
    return withExtendedLifetime(file) { colored(file.bytes) }
  }

  /// A file with the boxes that the encoder doesn't write: rare colour spaces, a profile, a
  /// palette, an order of channels.
  private func colored(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    func place(of name: String) -> Int? {
      let name = Array(name.utf8)
      return bytes.indices.dropLast(15).first { bytes[$0..<$0 + 4].elementsEqual(name) }
    }
    if isExtended, let brand = place(of: "ftyp") {
      result.replaceSubrange(brand + 4..<brand + 8, with: Array("jpx ".utf8))
    }
    if isInks, hasAlpha, let channels = place(of: "cdef") {
      // openjpeg describes only three colours: replace each channel's number, type and association.
      let meanings = (0..<self.channels).flatMap { channel -> [UInt8] in
        channel < 4 ? [0, UInt8(channel), 0, 0, 0, UInt8(channel + 1)] : [0, 4, 0, 1, 0, 0]
      }
      result.replaceSubrange(channels + 6..<channels + 6 + meanings.count, with: meanings)
    }
    let isExtendedLuma = space == OPJ_CLRSPC_EYCC
    guard
      isInks || isLab || isExtendedLuma || !profile.isEmpty || !palette.isEmpty || !order.isEmpty
    else { return result }
    guard let box = place(of: "colr"), let around = place(of: "jp2h") else { return [] }
    // The box contains a method, two zeros, and a number or the profile.
    let number: UInt8 = isInks ? 12 : isLab ? 14 : isExtendedLuma ? 24 : 16
    var content: [UInt8] = !profile.isEmpty ? [2, 0, 0] + profile : [1, 0, 0, 0, 0, 0, number]
    if !labRanges.isEmpty {
      content += labRanges.flatMap {
        LongTailWriter.big($0.range, 4) + LongTailWriter.big($0.offset, 4)
      }
      content += Array("\0D50".utf8)
    }
    func length(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[place - 4 + $1]) } }
    func made(_ name: String, _ content: [UInt8]) -> [UInt8] {
      LongTailWriter.big(8 + content.count, 4) + Array(name.utf8) + content
    }
    var boxes = made("colr", content)
    if !palette.isEmpty {
      // Entries, columns of eight bits; then the first component through each column.
      let columns: [UInt8] = [3, 7, 7, 7]
      boxes += made("pclr", LongTailWriter.big(palette.count, 2) + columns + palette.joined())
      boxes += made("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2])
    }
    if !order.isEmpty {
      // Each channel's number, its type, 0 for a colour, and the colour's number from 1 on.
      let meanings = order.enumerated().flatMap { channel, color -> [UInt8] in
        [0, UInt8(channel), 0, 0, 0, UInt8(color + 1)]
      }
      boxes += made("cdef", LongTailWriter.big(order.count, 2) + meanings)
    }
    let growth = boxes.count - length(box)
    result.replaceSubrange(box - 4..<box - 4 + length(box), with: boxes)
    result.replaceSubrange(
      around - 4..<around, with: LongTailWriter.big(length(around) + growth, 4))
    return result
  }

  /// Samples that differ from pixel to pixel, plane by plane.
  func planes() -> [[Int]] {
    (0..<channels).map { channel in
      let size = size(ofChannel: channel)
      let most = 1 << depth - 1
      return (0..<size.height).flatMap { y in
        (0..<size.width).map { x in
          let value = x * (3 + channel) + y * (7 - channel) + (x > 20 ? 60 : 0)
          return value * (most / 255 == 0 ? 1 : most / 255) & most
        }
      }
    }
  }

  /// Converts planes to straight 8-bit samples, four per pixel.
  func straight(_ planes: [[Int]]) -> [UInt8] {
    let most = 1 << depth - 1
    func sample(_ channel: Int, _ index: Int) -> UInt8 {
      UInt8((planes[channel][index] * 255 + most / 2) / most)
    }
    let colors = hasAlpha ? channels - 1 : channels
    return (0..<size.width * size.height).flatMap { index in
      (0..<3).map { sample(min($0, colors - 1), index) }
        + [hasAlpha ? sample(channels - 1, index) : 255]
    }
  }
}

/// openjpeg's output, in memory.
private final class WrittenFile {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  func attach(_ stream: UnsafeMutablePointer<opj_stream_t?>) {
    opj_stream_set_user_data(stream, Unmanaged.passUnretained(self).toOpaque(), nil)
    opj_stream_set_write_function(stream) { source, count, data in
      guard let source, let data else { return -1 }
      let file = Unmanaged<WrittenFile>.fromOpaque(data).takeUnretainedValue()
      file.write(UnsafeRawBufferPointer(start: source, count: Int(count)))
      return count
    }
    opj_stream_set_skip_function(stream) { count, data in
      guard let data else { return -1 }
      Unmanaged<WrittenFile>.fromOpaque(data).takeUnretainedValue().position += Int(count)
      return count
    }
    opj_stream_set_seek_function(stream) { place, data in
      guard let data else { return OPJ_FALSE }
      Unmanaged<WrittenFile>.fromOpaque(data).takeUnretainedValue().position = Int(place)
      return OPJ_TRUE
    }
  }

  private func write(_ source: UnsafeRawBufferPointer) {
    let end = position + source.count
    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    bytes.replaceSubrange(position..<end, with: source)
    position = end
  }
}
