import DecoderKit
import DecoderProtocol

/// Decodes pictures with samples as text.
enum PNMLetters {
  /// Decodes a picture; missing or invalid samples stay empty.
  static func decode(
    _ input: PictureInput, _ header: PNMHeader, _ progress: DecodingProgress
  ) throws(CodecError) -> DecodedPicture {
    let picture = try DecodedPicture(size: header.size, format: header.format)
    let scale = PNMScale(most: header.most)
    var text = try TextReader(input, at: header.start)
    let isDigits = header.coding == .digits
    for row in 0..<header.size.height {
      guard let target = picture.row(row).baseAddress else { break }
      for index in 0..<header.size.width * header.depth {
        guard let number = isDigits ? try text.digit() : try text.number() else {
          picture.missing =
            text.peek == nil
            ? .endsTooEarly : "the file is damaged: the rest of the picture is missing"
          return picture
        }
        let sample = isDigits ? 255 - number * 255 : Int(scale.scaled(number))
        scale.put(sample, index, into: target)
      }
      progress.fraction = Double(row) / Double(header.size.height)
    }
    return picture
  }
}
