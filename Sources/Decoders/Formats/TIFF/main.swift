import CTIFF
import DecoderKit
import DecoderProtocol

// Its first line ends in the number: "LIBTIFF, Version 4.5.0".
let words = String(cString: TIFFGetVersion()).prefix { $0 != "\n" }.split(separator: " ")
let version = words.last.map(String.init) ?? ""
// Drawn before the lock-down, which knows no random numbers.
let salt = UInt.random(in: 1...UInt.max)
Decoder.serveFrames(library: "libtiff", version: version) { (input, frame) throws(CodecError) in
  try TIFFCodec(input, page: frame, salt: salt)
}
