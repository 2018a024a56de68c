import DecoderProtocol
import Fetching
import Platform
import TilePlaces

/// Opens web addresses: downloads to an unnamed file, which is then opened like any other.
package enum WebOpening {
  /// Called with the result of opening an address, on the fetching thread.
  package typealias Delivery = @Sendable (Result<OpenedPicture, PictureFileError>) -> Void

  /// The maximum number of bytes in a picture.
  private static let largest = 8 << 30
  /// The maximum number of bytes in a description, which is read as a whole.
  private static let largestDescription = 16 << 20
  /// The time limit for downloading a picture, in seconds: six hours.
  private static let deadline = 21_600

  /// Opens an address, and delivers the result once; `pool` cancels it by the returned id.
  ///
  /// A reload asks the server, however fresh the cached response is.
  /// Templates are delivered at once, and have no id. Only the user may name one: a description
  /// could cause thousands of requests with it.
  @discardableResult
  package static func open(
    _ path: [UInt8], namedBy origin: FetchOrigin, isReload: Bool = false, pool: FetchPool,
    progress: FetchPool.ProgressDelivery? = nil, deliver: @escaping Delivery
  ) -> UInt32? {
    guard let address = String(validating: path, as: UTF8.self) else {
      deliver(.failure(.notFetched("the address is not valid UTF-8")))
      return nil
    }
    if let tiles = NamedTiles(address) {
      guard origin == .user else {
        deliver(.failure(.notFetched("only an address that you type may be a template for tiles")))
        return nil
      }
      deliver(
        Result { () throws(PictureFileError) in try OpenedPicture(tiles, pool: pool) })
      return nil
    }
    // A space in an address is sent as %20.
    let named = address.prefix { $0 != "#" }.split(separator: " ", omittingEmptySubsequences: false)
      .joined(separator: "%20")
    let sent = InternetImaging.description(of: named) ?? named
    let parameters = FetchParameters(
      sent, namedBy: origin, limit: largest, deadline: deadline, isSmall: false,
      asksServer: isReload)
    return pool.fetch(
      parameters, progress: progress, contentLimit: { limit(ofFile: $0) }
    ) { [weak pool] result in
      guard let pool else { return }
      deliver(
        Result { () throws(PictureFileError) in
          do throws(FetchError) {
            return try opened(result.get(), pool: pool)
          } catch {
            throw error.hostToAllow.map { .needsNetwork(host: $0) } ?? .notFetched(error.sentence)
          }
        }.flatMap(\.self))
    }
  }

  /// Opens an address that a program names, and waits for it.
  package static func open(
    _ path: [UInt8], pool: FetchPool
  ) throws(PictureFileError) -> OpenedPicture {
    let answers: Mailbox<Result<OpenedPicture, PictureFileError>>
    do throws(Errno) {
      answers = try Mailbox()
    } catch {
      throw .system(error)
    }
    let mailbox = answers
    open(path, namedBy: .user, pool: pool) { mailbox.post($0) }
    while true {
      if let answer = mailbox.waitForMessages().first { return try answer.get() }
    }
  }

  /// The maximum number of bytes in a file, if it begins like a description; `nil` for a picture.
  static func limit(ofFile file: Int32) -> Int? {
    let start = (try? FileDescriptor.readAll(file, at: 0, limit: Sniffer.byteCount)) ?? []
    guard let format = PictureFormat.sniff(start), format.isDescription, format != .archive else {
      return nil
    }
    return largestDescription
  }

  private static func opened(
    _ body: FetchedBody, pool: FetchPool
  ) -> Result<OpenedPicture, PictureFileError> {
    Result { () throws(PictureFileError) -> OpenedPicture in
      guard let file = body.file else { preconditionFailure("pictures are fetched into files") }
      return try OpenedPicture(
        FileOpening.reopen(file.value.number),
        web: WebPlace(body.answer.address, isPublic: body.answer.isPublic, pool: pool))
    }
  }
}
