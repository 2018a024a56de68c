import CutPlan
import DecoderKit
import Glibc
import Platform

/// The cutter's work: one thread cuts rows, another handles the parent's messages.
// @unchecked Sendable: `monitor` guards `waiting`; everything else is set before the second thread
// starts, and is thread-safe.
final class CutterSession: @unchecked Sendable {
  private let order: CutOrder
  private let channel: CutterChannel
  private let pixels: ReadOnlyMemory
  private let output: SharedMemory
  private let ring: OutputRing
  private let monitor = ConditionLock()
  private var waiting: [(offset: Int, count: Int)] = []

  init(
    _ order: CutOrder, channel: CutterChannel, pixels: ReadOnlyMemory, output: SharedMemory
  ) {
    self.order = order
    self.channel = channel
    self.pixels = pixels
    self.output = output
    guard order.pyramid.tileCount < output.count else { channel.fail(.protocolBroken) }
    ring = OutputRing(output, from: (order.pyramid.tileCount + 63) & ~63)
  }

  /// Cuts until the parent closes the socket.
  func run() -> Never {
    let thread: Thread
    do throws(Errno) {
      // The encoders need little stack: the default suffices, here and in the pool's threads.
      thread = try Thread(name: "cut rows") { self.cut() }
    } catch {
      channel.fail(.noMemory)
    }
    _ = consume thread
    while true {
      switch channel.receive() {
      case .taken(let offset): ring.free(offset)
      case .rows(let offset, let count):
        let bytes = count * order.pyramid.size.width * 4
        guard (1...order.rowsAtOnce).contains(count), offset <= pixels.count,
          bytes <= pixels.count - offset
        else { channel.fail(.protocolBroken) }
        monitor.withLock {
          waiting.append((offset, count))
          monitor.notify()
        }
      default: channel.fail(.protocolBroken)
      }
    }
  }

  private func cut() {
    let (channel, ring) = (channel, ring)
    // The bytes at the start of the output, one for each tile, do not change any more.
    nonisolated(unsafe) let done = output.base
    let pool = WorkerPool(jobs: order.jobs)
    let cutter = TileCutter(
      order, pool: pool, isDone: { done.load(fromByteOffset: $0, as: UInt8.self) != 0 },
      deliver: { index, bytes in
        let fits = ring.put(bytes) { offset in
          channel.send(.tile(index: index, offset: offset, count: bytes.count))
        }
        if !fits { channel.fail(.encoding) }
      })
    let height = order.pyramid.size.height
    var row = 0
    do throws(EncodingError) {
      while row < height {
        let next = monitor.withLock {
          while waiting.isEmpty { monitor.wait() }
          return waiting.removeFirst()
        }
        guard next.count <= height - row, next.count % 2 == 0 || row + next.count == height
        else { channel.fail(.protocolBroken) }
        try cutter.add(
          (pixels.base + next.offset).assumingMemoryBound(to: UInt8.self), count: next.count)
        channel.send(.rowsDone)
        row += next.count
      }
      try cutter.finish()
      channel.send(.finished)
    } catch {
      channel.fail(error.isForMemory ? .noMemory : .encoding)
    }
  }
}
