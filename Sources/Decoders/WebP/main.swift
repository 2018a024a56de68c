import CWebP
import DecoderKit
import DecoderProtocol

// A byte a number: 0x010204 is 1.2.4.
let number = WebPGetDecoderVersion()
let version = "\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
Decoder.serveFrames(library: "libwebp", version: version, reserves: true) {
  (input, frame) throws(DecodeFailure) in
  try WebPCodec(input, frame: frame)
}
