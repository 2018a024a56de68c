import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// A file opened once for each decoding thread: libtiff's handles are not thread-safe.
final class TIFFFiles {
  private let input: PictureInput
  private var opened: [TIFFFile]

  /// More threads would wait for the reducing threads.
  private static let mostThreads = 4
  /// The maximum number of bytes in all threads' blocks.
  private static let mostBlockBytes = 16 << 20
  /// Below this many pixels another thread costs more than it saves.
  private static let fewPixels = 200_000

  /// Starts with one instance; others are opened on demand.
  init(_ first: TIFFFile, _ input: PictureInput) {
    self.input = input
    opened = [first]
  }

  /// The instances with which to decode an area of a directory, which becomes current in each.
  ///
  /// The first is always included; throws if it has no such directory.
  func select(_ directory: TIFFDirectory, for area: PixelSize) throws(CodecError) -> [TIFFFile] {
    try opened[0].select(directory)
    var files = [opened[0]]
    for index in 1..<max(1, Self.threads(for: directory, area)) {
      if index == opened.count {
        guard let another = try? TIFFFile(input) else { break }
        opened.append(another)
      }
      do throws(CodecError) {
        try opened[index].select(directory)
      } catch {
        if error == .changed { throw error }
        break
      }
      files.append(opened[index])
    }
    return files
  }

  private static func threads(for directory: TIFFDirectory, _ area: PixelSize) -> Int {
    guard directory.isTiled || directory.hasSmallStrips, let pixels = area.area,
      pixels > fewPixels, let block = directory.blockBytes
    else { return 1 }
    return min(Processors.count, mostThreads, max(1, mostBlockBytes / max(1, block)))
  }
}

extension TIFFDirectory {
  /// Strips up to this size can be decoded in parallel within memory limits.
  private static let smallStrip = 1 << 20

  /// Compressions slow enough to decode strips in parallel.
  private static let slowCompressions: Set<Int32> = [
    COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE, COMPRESSION_LZMA,
    COMPRESSION_ZSTD, COMPRESSION_WEBP, COMPRESSION_JPEG,
  ]

  /// The bytes of a block's samples during decoding.
  fileprivate var blockBytes: Int? {
    // openjpeg stores them as 32-bit numbers, twice.
    let bytes = isWavelets ? 8 : dividedRoundingUp(bits, by: 8)
    return checkedProduct(block.width, block.height, samples, bytes)
  }

  /// True if its strips are decoded in parallel instead of line by line.
  var hasSmallStrips: Bool {
    guard !isTiled, block.height < size.height, Self.slowCompressions.contains(compression),
      let bytes = blockBytes
    else { return false }
    return bytes <= Self.smallStrip
  }
}
