import DecoderProtocol
import Geometry
import Platform
import Resampling

/// The pass that fills a picture's store, a few rows at a time, between other requests.
///
/// `step` decodes on the serving thread; a second thread halves and packs, and a third writes.
final class StoreBuild {
  private let codec: any PictureCodec
  private let queue: StoreQueue
  private let packer: StorePacker
  private let stride: Int
  private let rowCount: Int
  private var nextRow: Int
  private var thread: JoinableThread?
  /// True once all rows have been written.
  private(set) var isFinished = false

  /// Starts at the top of the picture with a codec of its own.
  init(
    _ store: PictureStore, codec: any PictureCodec, color: ColorPipeline
  ) throws(CodecError) {
    let header = codec.header
    let size = header.size
    self.codec = codec
    let layout = try codec.beginPass(
      PassRequest(rows: 0..<size.height, columns: 0..<size.width))
    guard layout.size == size, layout.columns == 0..<size.width, layout.firstRow == 0 else {
      throw CodecError(.other, "the codec started a pass that was not requested")
    }
    rowCount = size.height
    nextRow = 0
    stride = size.width * header.format.bytesPerPixel
    packer = StorePacker(store.layout, file: store.file, index: store.index)
    packer.start()
    queue = StoreQueue(writer: store.writer(color, packer: packer), stride: stride)
    let queue = queue
    thread = try? JoinableThread(name: "reduce") { queue.run() }
    // If no thread can be started, rows are written on the decoding thread.
    if thread == nil { queue.runInline() }
  }

  deinit {
    queue.abort()
    thread?.join()
    packer.finish()
    codec.endPass()
  }

  /// Why some of the picture is missing, as a sentence.
  var missing: String? { codec.missing }

  /// The picture's headroom, if its header does not state it.
  var headroom: Double? { codec.headroom }

  /// Progress, 0 to 1.
  var progress: Double { Double(nextRow) / Double(max(1, rowCount)) }

  /// True if waiting until rows are cached is better than reading them in a pass of their own.
  ///
  /// Caching takes 60 % longer than reading (decision 0009), and skipped rows take half as long.
  /// Caching may take 50 % longer than the pass, since later views benefit from it.
  func isSooner(thanReading rows: Range<Int>) -> Bool {
    let own = 1.6 * Double(max(0, rows.upperBound - nextRow))
    let pass = 0.5 * Double(rows.lowerBound) + Double(rows.count)
    return own <= 1.5 * pass
  }

  /// Decodes a few rows, which takes some milliseconds; may first wait as long for the halving
  /// thread.
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
