import CFreeImage
import DecoderKit
import DecoderProtocol
import Glibc
import Synchronization

/// A file as FreeImage reads it.
final class FreeImageFile {
  /// Its format, by the first bytes.
  let kind: Int32
  /// What people call the format.
  let name: String
  private let input: PictureInput
  private var position = 0
  private var failure: CodecError?
  private var isCut = false
  /// The sides of a texture that FreeImage must be told otherwise.
  let texture: TextureSides?
  private let blocks: TextureBlocks?
  /// Where the colours of a Photoshop file's numbers lie: reds, greens, blues, 256 each.
  private let table: Int?
  /// What FreeImage reads in the place of the file's bytes, by their places.
  private let changed: [Int: UInt8]

  /// Looks at a file's first bytes, which the viewer knows already.
  init(_ input: PictureInput) throws(CodecError) {
    let start = try input.bytes(at: 0, count: 26)
    var texture: TextureSides?
    var blocks: TextureBlocks?
    var changed: [Int: UInt8] = [:]
    var table: Int?
    if start.starts(with: "8BPS".utf8) {
      guard HeaderChecks.isPlausible(photoshop: start) else {
        throw CodecError(.corrupt, "the Photoshop file is damaged")
      }
      (kind, name) = (Int32(FIF_PSD.rawValue), "Photoshop")
      let isIndexed = start[25] == 2
      if isIndexed { table = 30 }
    } else if start.starts(with: "DDS ".utf8) {
      (kind, name) = (Int32(FIF_DDS.rawValue), "DDS")
      let header = try input.bytes(at: 0, count: 128)
      texture = TextureSides(header: header)
      blocks = TextureBlocks(header: header)
      changed = texture?.bytes ?? [:]
    } else if let bitmap = Self.bitmaps.first(where: { start.starts(with: $0.start) }) {
      (kind, name) = (bitmap.kind, bitmap.name)
    } else if start.starts(with: [0, 0]) {
      let isCursor = start.count > 2 && start[2] == 2
      // A cursor is an icon but for a number that FreeImage asks for.
      if isCursor { changed[2] = 1 }
      (kind, name) = (Int32(FIF_ICO.rawValue), isCursor ? "CUR" : "ICO")
    } else {
      (kind, name) = (Int32(FIF_PFM.rawValue), "PFM")
    }
    self.input = input
    self.texture = texture
    self.blocks = blocks
    self.table = table
    self.changed = changed
  }

  /// Formats whose large pictures GraphicsMagick's decoder passes on.
  private static let bitmaps: [(start: [UInt8], kind: Int32, name: String)] = [
    (Array("BM".utf8), Int32(FIF_BMP.rawValue), "BMP"),
    ([0x59, 0xA6, 0x6A, 0x95], Int32(FIF_RAS.rawValue), "Sun raster"),
  ]

  /// Loads the picture, or of formats that know it, only what stands before its pixels.
  func load(isHeader: Bool) throws(CodecError) -> FreeImageBitmap {
    position = 0
    var functions = functions
    let isKnown = isHeader && FreeImage_FIFSupportsNoPixels(kind) != 0
    let bitmap = FreeImage_LoadFromHandle(
      kind, &functions, Unmanaged.passUnretained(self).toOpaque(),
      isKnown ? Int32(FIF_LOAD_NOPIXELS) : 0)
    guard let bitmap else { throw problem }
    if let table { try setColors(of: bitmap, from: table) }
    return FreeImageBitmap(bitmap, isCut: isCut)
  }

  /// Gives a bitmap of numbers its colours, which FreeImage leaves grey.
  private func setColors(
    of bitmap: UnsafeMutablePointer<FIBITMAP>, from place: Int
  ) throws(CodecError) {
    let bytes = try input.bytes(at: place, count: 3 * 256)
    guard let palette = FreeImage_GetPalette(bitmap), FreeImage_GetColorsUsed(bitmap) == 256,
      bytes.count == 3 * 256
    else { return }
    for number in 0..<256 {
      palette[number].rgbRed = bytes[number]
      palette[number].rgbGreen = bytes[256 + number]
      palette[number].rgbBlue = bytes[512 + number]
    }
  }

  /// Loads all sizes of an icon, in the order of the file.
  func loadSizes() throws(CodecError) -> [FreeImageBitmap] {
    guard try HeaderChecks.isPlausible(icon: input) else { throw problem }
    position = 0
    var functions = functions
    guard
      let icon = FreeImage_OpenMultiBitmapFromHandle(
        kind, &functions, Unmanaged.passUnretained(self).toOpaque(),
        ICO_MAKEALPHA)
    else { throw problem }
    defer { FreeImage_CloseMultiBitmap(icon, 0) }
    let count = min(FreeImage_GetPageCount(icon), Self.mostSizes)
    let sizes = (0..<max(0, count)).compactMap { number -> FreeImageBitmap? in
      guard let page = FreeImage_LockPage(icon, number) else { return nil }
      defer { FreeImage_UnlockPage(icon, page, 0) }
      return FreeImage_Clone(page).map { FreeImageBitmap($0, isCut: false) }
    }
    guard !sizes.isEmpty else { throw problem }
    return sizes
  }

  /// No icon has more.
  private static let mostSizes: Int32 = 256

  private var functions: FreeImageIO {
    FreeImageIO(
      read_proc: { target, size, count, handle in
        guard let file = FreeImageFile.of(handle), let target, size > 0 else { return 0 }
        return UInt32(file.read(into: target, Int(size) * Int(count)) / Int(size))
      },
      write_proc: { _, _, _, _ in 0 },
      seek_proc: { handle, offset, origin in
        FreeImageFile.of(handle)?.seek(Int(offset), origin) ?? -1
      },
      tell_proc: { handle in FreeImageFile.of(handle)?.position ?? -1 })
  }

  private var problem: CodecError {
    failure
      ?? CodecError(
        .corrupt,
        isCut
          ? "the file ends too early: nothing of the picture is left"
          : "the \(name) file is damaged, or of a kind that is not supported")
  }

  private static func of(_ handle: UnsafeMutableRawPointer?) -> FreeImageFile? {
    handle.map { Unmanaged<FreeImageFile>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(into target: UnsafeMutableRawPointer, _ count: Int) -> Int {
    do throws(CodecError) {
      let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
      let done = try input.readBytes(at: position, into: buffer)
      for (place, byte) in changed where (position..<position + done).contains(place) {
        buffer[place - position] = byte
      }
      blocks?.turn(UnsafeMutableRawBufferPointer(rebasing: buffer[..<done]), at: position)
      // Rows that it is told are longer end behind the file, and it goes back from there.
      position += texture?.leastBytes == nil ? done : count
      if done < count {
        if input.byteCount < texture?.leastBytes ?? .max { isCut = true }
        // What it takes for read must not be what the memory held before.
        memset(target + done, 0, count - done)
      }
      return done
    } catch {
      failure = error
      return 0
    }
  }

  private func seek(_ offset: Int, _ origin: Int32) -> Int32 {
    let start = origin == SEEK_CUR ? position : origin == SEEK_END ? input.byteCount : 0
    let (place, overflows) = start.addingReportingOverflow(offset)
    guard !overflows, place >= 0 else { return -1 }
    position = place
    return 0
  }
}

/// FreeImage's picture, or its header.
// Sendable without a check: one thread loads it, and from then on nobody changes it.
final class FreeImageBitmap: @unchecked Sendable {
  /// FreeImage's own.
  let handle: UnsafeMutablePointer<FIBITMAP>
  /// Whether more was looked for than the file has.
  let isCut: Bool

  /// Takes a bitmap over.
  init(_ handle: UnsafeMutablePointer<FIBITMAP>, isCut: Bool) {
    self.handle = handle
    self.isCut = isCut
  }

  deinit { FreeImage_Unload(handle) }

  /// Whether any pixel may be translucent.
  ///
  /// Where there are colours and none can be seen, the file's fourth samples mean nothing.
  ///
  /// FreeImage asks its own header anew for each of four bytes: that takes as long as decoding.
  var isTranslucent: Bool {
    guard type == Int32(FIT_BITMAP.rawValue), FreeImage_GetBPP(handle) == 32, hasPixels else {
      return FreeImage_IsTransparent(handle) != 0
    }
    let width = Int(FreeImage_GetWidth(handle))
    var (all, any) = (UInt32.max, UInt32.zero)
    for row in 0..<FreeImage_GetHeight(handle) {
      guard let line = FreeImage_GetScanLine(handle, Int32(row)) else { continue }
      let pixels = UnsafeRawPointer(line)
      for x in 0..<width {
        let pixel = UInt32(
          littleEndian: pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
        all &= pixel
        any |= pixel
      }
      if all &>> 24 != 0xFF, any &>> 24 != 0 { return true }
    }
    return any == 0
  }

  /// Whether it is more than a header.
  var hasPixels: Bool { FreeImage_HasPixels(handle) != 0 }

  /// What its samples are.
  var type: Int32 { FreeImage_GetImageType(handle) }
}

/// A picture that was loaded to know its header, until somebody decodes it.
///
/// FreeImage reads no texture's header alone.
final class HeldBitmap: Sendable {
  private let bitmap: Mutex<FreeImageBitmap?>

  /// Holds a bitmap, if it is more than a header.
  init(_ bitmap: FreeImageBitmap?) {
    self.bitmap = Mutex(bitmap.flatMap { $0.hasPixels ? $0 : nil })
  }

  /// The bitmap, for the first who asks.
  func take() -> FreeImageBitmap? {
    bitmap.withLock { bitmap in
      defer { bitmap = nil }
      return bitmap
    }
  }
}
