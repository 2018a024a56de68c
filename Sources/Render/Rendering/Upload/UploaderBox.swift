import Graphics
import Platform

/// Holds the upload thread for a class, which can't consume it.
final class UploaderBox {
  private var uploader: TileUploader?

  private init(_ uploader: consuming TileUploader) { self.uploader = consume uploader }

  /// Starts the upload thread; `nil` if the driver can't create a second context.
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
