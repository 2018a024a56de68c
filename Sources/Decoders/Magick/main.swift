import CMagick
import DecoderKit
import DecoderProtocol

Magick.start()
let decodings = SharedDecodings<MagickPicture>()
Decoder.serveFrames(library: "GraphicsMagick", version: Magick.version) {
  (input, page) throws(CodecError) in
  let file = try MagickFile(input)
  let layout = try MagickLayout(file, page: page)
  let header = HeldFile(file)
  return WholePictureCodec(layout.header, of: input, frame: page, sharing: decodings) {
    (progress) throws(CodecError) in
    try MagickPicture(input, header.take(), layout, progress: progress)
  }
}
