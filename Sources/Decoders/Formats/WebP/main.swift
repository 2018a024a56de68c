import CWebP
import DecoderKit
import DecoderProtocol
import Platform

// One byte per number: 0x010204 is 1.2.4.
let number = WebPGetDecoderVersion()
let version = "\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
Decoder.serve(library: "libwebp", version: version, reserves: true) { (input) throws(CodecError) in
  let container = try WebPContainer(input)
  return try container.isStill
    ? WebPCodec(container, in: input, processors: Processors.count) : container.composed(in: input)
}
