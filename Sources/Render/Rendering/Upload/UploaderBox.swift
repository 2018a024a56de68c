import Graphics
import Platform

/// Holds the upload thread where a class must be able to end it.
final class UploaderBox {
  private var uploader: TileUploader?

  private init(_ uploader: consuming TileUploader) { self.uploader = consume uploader }

  /// Starts the upload thread, or gives `nil` where the driver has no second context.
  static func start(
    _ session: GLSession, generation: Int, requests: Mailbox<UploadRequest>,
    replies: Mailbox<RenderMessage>, counters: RenderCounters
  ) -> UploaderBox? {
    do {
      let context = try Context(
        sharing: session.context, of: session.display.value, session.configuration)
      return UploaderBox(
        try TileUploader(
          context, generation: generation, requests: requests, replies: replies,
          counters: counters))
    } catch {
      return nil
    }
  }

  /// Ends the thread and waits for it.
  func stop() {
    if let uploader = uploader.take() { uploader.stop() }
  }
}
