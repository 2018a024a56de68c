import CZip
import DecoderKit
import DecoderProtocol

Decoder.serveArchive(
  library: "libzip", version: String(cString: zip_libzip_version())
) { input, progress throws(CodecError) in
  try TileArchive(input, progress)
}
