import DecoderKit
import DecoderProtocol

// No library name or version: the readers are this program's own.
Decoder.serveFrames { (input, page) throws(CodecError) in
  try ClassicFormat.codec(of: input, page: page)
}
