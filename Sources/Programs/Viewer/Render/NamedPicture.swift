import Decoding
import Fetching
import Platform

/// An open picture that was named on the command line.
package struct NamedPicture {
  /// The name in error messages.
  package let name: String
  /// The open file.
  package let file: OpenedPicture

  /// The requested frame or page.
  package let frame: Int

  /// Opens a path, an address or `-`, as the window does, and waits for it.
  ///
  /// For a manifest, `frame` is the number of its picture.
  package init(path given: [UInt8], frame: Int = 0, fetching pool: FetchPool) throws(UserError) {
    let path = FileAddress.path(ofName: given)
    let entry = AlbumEntry(
      argument: 0, path: path, origin: AlbumEntry.Origin(ofArgument: path))
    do throws(PictureFileError) {
      file = try Self.open(entry, pool)
      name = entry.displayPath
      self.frame = frame
    } catch {
      guard case .manifest(let canvases, let origin) = error else {
        throw UserError(sentence: "\(entry.displayPath): \(error.sentence)")
      }
      guard canvases.indices.contains(frame) else {
        throw UserError(
          sentence: "\(entry.displayPath): it lists no picture \(frame), only \(canvases.count), "
            + "counted from 0")
      }
      var section = AlbumSection(argument: 0, path: path)
      section.become([canvases[frame]], from: origin)
      name = section[0].displayPath
      self.frame = 0
      do throws(PictureFileError) {
        file = try Self.open(section[0], pool)
      } catch {
        throw UserError(sentence: "\(name): \(section[0].sentence(for: error))")
      }
    }
  }

  private static func open(
    _ entry: AlbumEntry, _ pool: FetchPool
  ) throws(PictureFileError) -> OpenedPicture {
    let mailbox: Mailbox<PictureOpening>
    let opener: PictureOpener
    do throws(Errno) {
      let answers = try Mailbox<PictureOpening>()
      mailbox = answers
      opener = try PictureOpener(fetching: pool) {
        answers.post($0)
      }
    } catch {
      throw .system(error)
    }
    defer { opener.stop() }
    opener.open(entry)
    while true {
      if let answer = mailbox.waitForMessages().first { return try answer.result.get() }
    }
  }
}
