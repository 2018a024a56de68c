import CJP2
import Geometry

/// openjpeg's own decoder, in the tests' process.
enum JP2Reference {
  /// The samples of a whole file, plane by plane, halved `halvings` times; empty if decoding fails.
  static func planes(_ bytes: [UInt8], halvings: Int = 0) -> [[Int]] {
    let source = MemorySource(bytes)
    let isNaked = bytes.starts(with: [0xFF, 0x4F])
    guard let codec = opj_create_decompress(isNaked ? OPJ_CODEC_J2K : OPJ_CODEC_JP2),
      let stream = opj_stream_create(1 << 20, OPJ_TRUE)
    else { return [] }
    var image: UnsafeMutablePointer<opj_image_t>?
    defer {
      opj_image_destroy(image)
      opj_stream_destroy(stream)
      opj_destroy_codec(codec)
    }
    source.attach(stream)
    guard fresnel_jp2_setup(codec, UInt32(halvings)) == OPJ_TRUE,
      opj_read_header(stream, codec, &image) == OPJ_TRUE,
      opj_decode(codec, stream, image) == OPJ_TRUE, let image
    else { return [] }
    return withExtendedLifetime(source) {
      (0..<Int(image.pointee.numcomps)).map { index in
        let plane = image.pointee.comps[index]
        let samples = UnsafeBufferPointer(start: plane.data, count: Int(plane.w * plane.h))
        return samples.map { Int($0) }
      }
    }
  }
}

/// A file in memory for openjpeg to read.
private final class MemorySource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func attach(_ stream: UnsafeMutablePointer<opj_stream_t?>) {
    opj_stream_set_user_data(stream, Unmanaged.passUnretained(self).toOpaque(), nil)
    opj_stream_set_user_data_length(stream, UInt64(bytes.count))
    opj_stream_set_read_function(stream) { target, count, data in
      guard let target, let data else { return -1 }
      let source = Unmanaged<MemorySource>.fromOpaque(data).takeUnretainedValue()
      let part = source.bytes[source.position...].prefix(Int(count))
      guard !part.isEmpty else { return -1 }
      part.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: target, count: $0.count).copyMemory(from: $0)
      }
      source.position += part.count
      return part.count
    }
    opj_stream_set_skip_function(stream) { count, data in
      guard let data else { return -1 }
      let source = Unmanaged<MemorySource>.fromOpaque(data).takeUnretainedValue()
      source.position = min(source.position + Int(count), source.bytes.count)
      return count
    }
    opj_stream_set_seek_function(stream) { place, data in
      guard let data else { return OPJ_FALSE }
      let source = Unmanaged<MemorySource>.fromOpaque(data).takeUnretainedValue()
      source.position = min(Int(place), source.bytes.count)
      return OPJ_TRUE
    }
  }
}
