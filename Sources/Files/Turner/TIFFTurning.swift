import TurnProtocol

/// Turning a TIFF file by its orientation tag.
struct TIFFTurning {
  private let bytes: PictureBytes
  private let tags: TIFFTags

  init(_ bytes: PictureBytes) throws(TurnRefusal) {
    guard let tags = TIFFTags(bytes), tags.hasPicture else { throw .damaged }
    guard !tags.hasSeveralPictures else { throw .severalPictures }
    self.bytes = bytes
    self.tags = tags
  }

  func turned(_ order: TurnOrder) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    let (tag, result) = try order.tag(after: tags.orientation)
    var tags = tags
    guard tags.setOrientation(tag) else { throw .noPlace }
    var edit = FileEdit()
    for patch in tags.changes {
      edit.replace(at: patch.offset, count: patch.bytes.count, with: patch.bytes)
    }
    edit.replace(at: bytes.count, count: 0, with: tags.appendix)
    return (edit, result)
  }
}
