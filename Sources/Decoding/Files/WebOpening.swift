import FetchProtocol
import Fetching
import Platform
import TilePlaces

/// Opens addresses: fetches what lies there into a file without a name, which is then opened as any
/// file is.
package enum WebOpening {
  /// What came of opening an address, on the thread of the one who fetches.
  package typealias Delivery = @Sendable (Result<OpenedPicture, PictureFileError>) -> Void

  /// The most bytes of a picture.
  private static let largest = 8 << 30

  /// Opens an address, and delivers what came of it once; the number cancels it at the desk.
  ///
  /// Templates are there at once, and have no number.
  @discardableResult
  package static func open(
    _ path: [UInt8], reach: FetchRequest.Reach = .anywhere, desk: FetchDesk,
    progress: FetchDesk.ProgressDelivery? = nil, deliver: @escaping Delivery
  ) -> UInt32? {
    guard let address = String(validating: path, as: UTF8.self) else {
      deliver(.failure(.notFetched("the address is no text")))
      return nil
    }
    if let tiles = NamedTiles(address) {
      deliver(
        Result { () throws(PictureFileError) in try OpenedPicture(tiles, desk: desk) })
      return nil
    }
    // Where people write spaces, servers read this.
    let named = address.prefix { $0 != "#" }.split(separator: " ", omittingEmptySubsequences: false)
      .joined(separator: "%20")
    let sent = InternetImaging.description(of: named) ?? named
    let wish = FetchWish(sent, limit: largest, reach: reach, isSmall: false)
    return desk.fetch(wish, progress: progress) { [weak desk] result in
      guard let desk else { return }
      deliver(
        Result { () throws(PictureFileError) in
          do throws(FetchError) {
            return try opened(result.get(), desk: desk)
          } catch {
            throw .notFetched(error.sentence)
          }
        }.flatMap(\.self))
    }
  }

  /// Opens an address, and waits for it.
  package static func open(
    _ path: [UInt8], desk: FetchDesk
  ) throws(PictureFileError) -> OpenedPicture {
    let answers: Mailbox<Result<OpenedPicture, PictureFileError>>
    do throws(Errno) {
      answers = try Mailbox()
    } catch {
      throw .system(error)
    }
    let mailbox = answers
    open(path, desk: desk) { mailbox.post($0) }
    while true {
      if let answer = mailbox.waitForMessages().first { return try answer.get() }
    }
  }

  private static func opened(
    _ body: FetchedBody, desk: FetchDesk
  ) -> Result<OpenedPicture, PictureFileError> {
    Result { () throws(PictureFileError) in
      try OpenedPicture(
        FileOpening.reopen(body.file.value.number),
        web: WebPlace(body.answer.address, isPublic: body.answer.isPublic, desk: desk))
    }
  }
}
