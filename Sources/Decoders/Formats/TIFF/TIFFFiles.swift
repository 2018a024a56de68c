import CTIFF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// A file, opened once for each thread that decodes some of its blocks: libtiff's handles are for
/// one thread each.
final class TIFFFiles {
  private let input: PictureInput
  private var opened: [TIFFFile]

  /// More threads than these would wait for who reduces what they decode.
  private static let mostThreads = 4
  /// Bytes that all threads' blocks may take.
  private static let mostBlockBytes = 16 << 20
  /// Below so many pixels another thread costs more than it saves.
  private static let fewPixels = 200_000

  /// Files beside the first one are opened when they are needed.
  init(_ first: TIFFFile, _ input: PictureInput) {
    self.input = input
    opened = [first]
  }

  /// As many of them as should decode an area of a directory, which is their current one then.
  ///
  /// The first is always there; it fails where that has no such directory.
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
  /// Strips so small that several fit into memory at a time.
  private static let smallStrip = 1 << 20

  /// Compressions that take so long that strips are worth a thread of their own.
  private static let slowCompressions: Set<Int32> = [
    COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE, COMPRESSION_LZMA,
    COMPRESSION_ZSTD, COMPRESSION_WEBP, COMPRESSION_JPEG,
  ]

  /// Bytes of a block's samples while it is decoded.
  fileprivate var blockBytes: Int? {
    // openjpeg holds them as numbers of 32 bits, twice.
    let bytes = isWavelets ? 8 : dividedRoundingUp(bits, by: 8)
    return checkedProduct(block.width, block.height, samples, bytes)
  }

  /// Whether it is in strips that are decoded one beside the other, rather than line by line.
  var hasSmallStrips: Bool {
    guard !isTiled, block.height < size.height, Self.slowCompressions.contains(compression),
      let bytes = blockBytes
    else { return false }
    return bytes <= Self.smallStrip
  }
}
