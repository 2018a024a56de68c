import Decoding
import Platform

/// A picture that the command line names, open.
struct NamedPicture {
  /// What errors call it.
  let name: String
  /// The open file.
  let file: OpenedPicture

  /// Opens a path, or `-`, as the window does, and waits for it.
  init(path: [UInt8]) throws(UserError) {
    let kind = ArgumentKind(path: path)
    let origin: AlbumEntry.Origin = kind == .standardInput ? .standardInput : .named
    let entry = AlbumEntry(argument: 0, path: path, origin: origin)
    name = entry.displayPath
    do throws(PictureFileError) {
      file = try Self.open(entry)
    } catch {
      throw UserError(sentence: "\(entry.displayPath): \(error.sentence)")
    }
  }

  private static func open(_ entry: AlbumEntry) throws(PictureFileError) -> OpenedPicture {
    let mailbox: Mailbox<PictureOpening>
    let opener: PictureOpener
    do throws(Errno) {
      let answers = try Mailbox<PictureOpening>()
      mailbox = answers
      opener = try PictureOpener {
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
