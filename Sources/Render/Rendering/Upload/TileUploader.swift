import Graphics
import Platform
import Synchronization
import Tiles

/// The upload thread, with a context of its own in the share group.
///
/// A copy takes a fraction of a millisecond, but many come at once: on the drawing thread they
/// would delay frames.
struct TileUploader: ~Copyable {
  private let thread: Thread
  private let requests: Mailbox<UploadRequest>

  /// Starts the thread with a context that is not current on any thread.
  init(
    _ context: consuming Context, generation: Int, requests: Mailbox<UploadRequest>,
    replies: Mailbox<RenderMessage>, counters: RenderCounters
  ) throws(Errno) {
    let transfer = ContextTransfer(context)
    self.requests = requests
    thread = try Thread(name: "upload") {
      guard let context = transfer.take() else { return }
      Self.run(context, generation, requests, replies, counters)
    }
  }

  /// Ends the thread and waits for it; its context is destroyed.
  consuming func stop() {
    requests.post(.stop)
    thread.join()
  }

  /// Creates a texture of a tile's pixels, directly from the decoder's memory.
  static func copy(_ tile: Tile, on gl: borrowing Current) throws(GLError) -> Texture {
    let layout = tile.key.layout
    let texture = try Texture(
      size: layout.stored, format: layout.format == .rgba16f ? .halfFloats : .bytes, on: gl)
    tile.withPixels { texture.replace(with: $0, on: gl) }
    try gl.check("glTexSubImage2D")
    return texture
  }

  private static func run(
    _ context: borrowing Context, _ generation: Int, _ requests: Mailbox<UploadRequest>,
    _ replies: Mailbox<RenderMessage>, _ counters: RenderCounters
  ) {
    while true {
      let batch = requests.waitForMessages()
      for (index, request) in batch.enumerated() {
        switch request {
        case .stop:
          for rest in batch[(index + 1)...] { requests.post(rest) }
          context.resign()
          return
        case .tile(let tile):
          do throws(GLError) {
            let uploaded = try context.withCurrent {
              (gl: borrowing Current) throws(GLError) -> UploadedTile in
              let texture = try copy(tile, on: gl)
              let fence = try Fence(on: gl)
              gl.flush()
              return UploadedTile(
                tile: tile, texture: texture.release(), fence: fence.release(),
                generation: generation)
            }
            counters.addUpload(tile.key.layout.byteCount)
            replies.post(.uploaded(uploaded))
          } catch {
            replies.post(.uploadFailed(tile, error, generation: generation))
          }
        }
      }
    }
  }
}

/// Moves a context into a thread's closure, which can capture it but not consume it.
private final class ContextTransfer: Sendable {
  private let context: Mutex<Context?>

  init(_ context: consuming Context) { self.context = Mutex(context) }

  func take() -> Context? { context.withLock { $0.take() } }
}
