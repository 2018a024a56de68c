import CRaw
import DecoderKit
import DecoderProtocol

let developments = RawDevelopments()
Decoder.serve(
  library: "LibRaw", version: String(cString: fresnel_raw_version()), reserves: true
) { input throws(CodecError) in
  let file = try RawFile(input, .first)
  let layout = try RawLayout(file)
  let embedded = file.embeddedPicture()
  if input.prefersEmbedded, let embedded {
    return try EmbeddedCodec(embedded, orientation: layout.orientation(of: embedded))
  }
  return RawCodec(input, layout, embedded, sharing: developments)
}
