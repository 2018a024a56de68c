import CFITSIO
import DecoderKit
import DecoderProtocol

// 4.2.0 is reported as 4.02, and 4.1.12 as 4.0112.
var number: Float = 0
let digits = Int((ffvers(&number) * 10_000).rounded())
let version = "\(digits / 10_000).\(digits / 100 % 100).\(digits % 100)"
Decoder.serveFrames(library: "cfitsio", version: version) { (input, frame) throws(CodecError) in
  try FITSCodec(input, page: frame)
}
