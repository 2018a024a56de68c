import CJXL
import DecoderKit
import DecoderProtocol

// Three numbers in one: 7000 is 0.7.0.
let number = JxlDecoderVersion()
let version = "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
let turn = JXLTurn()
Decoder.serveFrames(library: "libjxl", version: version, reserves: true) {
  (input, frame) throws(CodecError) in
  try JXLCodec(input, frame: frame, turn: turn)
}
