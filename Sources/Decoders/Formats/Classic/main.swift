import DecoderKit
import DecoderProtocol

// Its readers are its own: there is no library whose version could be told.
Decoder.serveFrames { (input, page) throws(CodecError) in
  try ClassicFormat.codec(of: input, page: page)
}
