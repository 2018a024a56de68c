import DecoderKit
import DecoderProtocol

Decoder.serveFrames { (descriptor, frame) throws(DecodeFailure) in
  try TIFFCodec(descriptor: descriptor, page: frame)
}
