import CTIFF
import DecoderKit
import DecoderProtocol

// The first line ends with the number: "LIBTIFF, Version 4.5.0".
let words = String(cString: TIFFGetVersion()).prefix { $0 != "\n" }.split(separator: " ")
let version = words.last.map(String.init) ?? ""
// Generated before entering the sandbox, which has no random numbers.
let salt = UInt.random(in: 1...UInt.max)
Decoder.serveFrames(library: "libtiff", version: version) { (input, frame) throws(CodecError) in
  try TIFFCodec(input, page: frame, salt: salt)
}
