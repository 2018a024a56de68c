import CJXL
import DecoderKit
import DecoderProtocol

// The number encodes three: 7000 is 0.7.0.
let number = JxlDecoderVersion()
let version = "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
let turn = JXLDecodingLock()
Decoder.serveFrames(library: "libjxl", version: version, reserves: true) {
  (input, frame) throws(CodecError) in
  let header = try JXLHeader(input, page: frame)
  return header.picture.timing == nil
    ? JXLCodec(input, header, page: frame, turn: turn) : try JXLFrames.codec(input, header)
}
