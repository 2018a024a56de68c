import DecoderProtocol
import Geometry
import Resampling

/// The pass that fills a picture's store, a few rows at a time, beside whatever is asked for.
///
/// Decoding happens in `step`, on the serving thread; halving and packing on another, writing on a
/// third.
final class StoreBuild {
  private let codec: any PictureCodec
  private let queue: StoreQueue
  private let packer: StorePacker
  private let stride: Int
  private let rowCount: Int
  private var nextRow: Int
  private var thread: JoinableThread?
  /// Whether all rows have been written.
  private(set) var isFinished = false

  /// Starts at the top of the picture; the codec is the build's own.
  init(
    _ store: PictureStore, codec: any PictureCodec, color: ColorPipeline
  ) throws(CodecError) {
    let header = codec.header
    let size = header.size
    self.codec = codec
    let layout = try codec.beginPass(
      PassRequest(rows: 0..<size.height, columns: 0..<size.width))
    guard layout.size == size, layout.columns == 0..<size.width, layout.firstRow == 0 else {
      throw CodecError(.other, "the codec started a pass that was not asked for")
    }
    rowCount = size.height
    nextRow = 0
    stride = size.width * header.format.bytesPerPixel
    packer = StorePacker(store.layout, file: store.file, index: store.index)
    packer.start()
    queue = StoreQueue(writer: store.writer(color, packer: packer), stride: stride)
    let queue = queue
    thread = JoinableThread { queue.run() }
    // Without a thread to be had rows are written where they are decoded.
    if thread == nil { queue.runInline() }
  }

  deinit {
    queue.abort()
    thread?.join()
    packer.finish()
    codec.endPass()
  }

  /// Why some of the picture is missing, in words.
  var missing: String? { codec.missing }

  /// How much brighter than white the picture is, where its header does not say it.
  var headroom: Double? { codec.headroom }

  /// How much is done, 0 to 1.
  var progress: Double { Double(nextRow) / Double(max(1, rowCount)) }

  /// Whether some rows of the picture will be cached before a pass of its own would have them.
  ///
  /// Caching takes three fifths longer than reading (decision 0009), and rows that are passed over
  /// take half as long. It is given half as much again: whatever is looked at next finds it
  /// further.
  func isSooner(thanReading rows: Range<Int>) -> Bool {
    let own = 1.6 * Double(max(0, rows.upperBound - nextRow))
    let pass = 0.5 * Double(rows.lowerBound) + Double(rows.count)
    return own <= 1.5 * pass
  }

  /// Decodes a few rows, which takes some milliseconds; it may wait for the other thread as long.
  func step() throws(CodecError) {
    guard nextRow < rowCount else { return finish() }
    let batch = queue.nextBatch()
    let count = try codec.readRows(
      into: batch, stride: stride, most: min(queue.rowsPerBatch, rowCount - nextRow))
    if count > 0 { queue.submit(count: count) }
    nextRow += count
  }

  private func finish() {
    queue.end()
    thread?.join()
    thread = nil
    packer.finish()
    codec.endPass()
    isFinished = true
  }
}
