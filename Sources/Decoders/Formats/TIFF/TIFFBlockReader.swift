import CTIFF
import DecoderProtocol
import Geometry
import Glibc

/// Decodes single blocks of the file's current directory: tiles or strips.
final class TIFFBlockReader {
  private let file: TIFFFile
  private let directory: TIFFDirectory
  private let isConverted: Bool
  private let memory: UnsafeMutableRawPointer
  private let plane: UnsafeMutableRawPointer?
  private let planeBytes: Int
  private let wavelets: TIFFWavelets?
  private let planes: TIFFPlanes
  private var rowBytes: Int
  /// The block's first row, and the step to the next: libtiff's conversion is bottom-up.
  private var first: UnsafeMutableRawPointer
  private var step: Int
  private let memoryBytes: Int

  /// The maximum number of bytes in one block, to bound memory.
  private static let mostBytes = 128 << 20

  /// A reader of the file's current directory; with `isConverted`, libtiff converts to RGBA.
  init(
    _ file: TIFFFile, _ directory: TIFFDirectory, isConverted: Bool
  ) throws(CodecError) {
    self.file = file
    self.directory = directory
    self.isConverted = isConverted
    wavelets = directory.isWavelets ? try TIFFWavelets(directory) : nil
    planes = TIFFPlanes(directory)
    let block = directory.block
    // libtiff assumes subsampled colour differences, which decoded wavelets never have.
    let own =
      directory.isWavelets
      ? checkedProduct(
        block.width, block.height, directory.isSeparate ? 1 : directory.samples, directory.bits / 8)
        ?? .max
      : Int(directory.isTiled ? TIFFTileSize(file.handle) : TIFFStripSize(file.handle))
    let wanted =
      isConverted
      ? checkedProduct(block.width, block.height, 4)
      : directory.isSeparate
        ? checkedProduct(block.width, block.height, directory.samples, planes.sampleBytes)
        : max(0, own)
    guard own > 0, let bytes = wanted, bytes > 0, bytes <= Self.mostBytes,
      let memory = malloc(bytes)
    else {
      throw CodecError(
        .tooLarge,
        "the picture's tiles or strips are too large to be decoded: \(block.width) × \(block.height)"
      )
    }
    self.memory = memory
    memoryBytes = bytes
    planeBytes = own
    if directory.isSeparate, !isConverted {
      guard let plane = malloc(own) else {
        free(memory)
        throw CodecError.noMemory
      }
      self.plane = plane
    } else {
      plane = nil
    }
    rowBytes = isConverted ? block.width * 4 : bytes / block.height
    first = memory
    step = rowBytes
  }

  deinit {
    free(memory)
    free(plane)
  }

  /// A row of the last block, from its top.
  func row(_ index: Int) -> UnsafeRawPointer { UnsafeRawPointer(first + index * step) }

  /// Decodes the block with this top left corner; `height` of its rows lie in the picture.
  ///
  /// A damaged block is blank except for lines that could be read. Returns the error, if any, and
  /// true if any line could be read.
  func read(left: Int, top: Int, height: Int) -> (failure: CodecError?, hasLines: Bool) {
    do throws(CodecError) {
      try readBlock(left: left, top: top, height: height)
      return (nil, true)
    } catch {
      first = memory
      step = rowBytes
      memset(memory, 0, memoryBytes)
      return (error, readsLines && readLines(from: top, count: height))
    }
  }

  /// True if a block's lines can be read one by one.
  private var readsLines: Bool { !directory.isTiled && plane == nil && !isConverted }

  /// Reads the intact lines of a damaged strip; returns true if there are any.
  private func readLines(from top: Int, count: Int) -> Bool {
    guard wavelets == nil, Int(TIFFScanlineSize(file.handle)) <= rowBytes else { return false }
    // libtiff would continue inside the failed strip, so move to another one first.
    let strip = directory.block.height
    let other = top >= strip ? top - strip : top + strip
    if other < directory.size.height {
      _ = TIFFReadScanline(file.handle, memory, UInt32(other), 0)
    }
    var hasLines = false
    for line in 0..<count {
      let target = memory + line * rowBytes
      if TIFFReadScanline(file.handle, target, UInt32(top + line), 0) == 1 {
        hasLines = true
      } else {
        memset(target, 0, rowBytes)
      }
    }
    return hasLines
  }

  private func readBlock(left: Int, top: Int, height: Int) throws(CodecError) {
    if isConverted { return try convert(left: left, top: top, height: height) }
    guard let plane else {
      return try decode(left, top, sample: 0, count: planeBytes, into: memory)
    }
    let rows = directory.isTiled ? directory.block.height : height
    for sample in 0..<directory.samples {
      let count = planes.byteCount(of: sample, rows: rows, whole: planeBytes)
      try decode(left, top, sample: sample, count: count, into: plane)
      planes.spread(
        plane, of: sample, rows: rows, rowBytes: planeBytes / directory.block.height, into: memory)
    }
  }

  private func decode(
    _ left: Int, _ top: Int, sample: Int, count wanted: Int, into target: UnsafeMutableRawPointer
  ) throws(CodecError) {
    let handle = file.handle
    let (x, y, plane) = (UInt32(left), UInt32(top), UInt16(sample))
    let number =
      directory.isTiled
      ? TIFFComputeTile(handle, x, y, 0, plane) : TIFFComputeStrip(handle, y, plane)
    if let wavelets {
      memset(target, 0, planeBytes)
      guard let input = file.part(ofBlock: number) else { throw file.failure }
      return try wavelets.decode(
        input, into: target, stride: planeBytes / directory.block.height, size: directory.block)
    }
    let count: Int
    if directory.isTiled {
      count = Int(TIFFReadEncodedTile(handle, number, target, tmsize_t(wanted)))
    } else {
      // The last strip ends with the picture.
      count = Int(
        TIFFReadEncodedStrip(handle, number, target, wanted < planeBytes ? tmsize_t(wanted) : -1))
    }
    guard count >= 0 else { throw file.failure }
    // A block that ends early must not show pixels of an earlier one.
    if count < planeBytes { memset(target + count, 0, planeBytes - count) }
  }

  private func convert(left: Int, top: Int, height: Int) throws(CodecError) {
    let raster = memory.assumingMemoryBound(to: UInt32.self)
    let status =
      directory.isTiled
      ? TIFFReadRGBATileExt(file.handle, UInt32(left), UInt32(top), raster, 1)
      : TIFFReadRGBAStripExt(file.handle, UInt32(top), raster, 1)
    guard status == 1 else { throw file.failure }
    // The result is bottom-up; in a tile that extends beyond the picture, the surplus rows come
    // first.
    let rows = directory.isTiled ? directory.block.height : height
    first = memory + (rows - 1) * rowBytes
    step = -rowBytes
  }
}
