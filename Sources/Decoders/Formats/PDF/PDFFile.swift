import CPoppler
import DecoderKit
import DecoderProtocol
import Geometry

/// A PDF file opened by poppler.
///
/// Use it on one thread.
final class PDFFile {
  private let document: OpaquePointer
  /// The file's bytes, which must outlive poppler's document.
  private let bytes: UnsafeMutableRawBufferPointer

  /// The largest file: it is in memory as a whole.
  private static let mostBytes = 256 << 20

  /// Opens a file; one with only an owner's password opens like any other.
  convenience init(_ input: PictureInput) throws(CodecError) {
    let count = input.byteCount
    guard count <= Self.mostBytes else {
      throw CodecError(.tooLarge, "the PDF file is larger than \(Self.mostBytes >> 20) MiB")
    }
    try self.init(input.bytes(at: 0, count: count))
  }

  /// Opens a file in memory.
  init(_ text: [UInt8]) throws(CodecError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, text.count), alignment: 16)
    bytes.copyBytes(from: text)
    var failure: UnsafeMutablePointer<PopplerFailure>?
    let source = g_bytes_new_static(bytes.baseAddress, text.count)
    let document = poppler_document_new_from_bytes(source, nil, &failure)
    g_bytes_unref(source)
    guard let document else {
      bytes.deallocate()
      throw Self.error(failure)
    }
    self.document = document
    self.bytes = bytes
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(document))
    bytes.deallocate()
  }

  /// The number of pages.
  var pageCount: Int { Int(poppler_document_get_n_pages(document)) }

  /// A page, from 0.
  func page(_ number: Int) throws(CodecError) -> PDFPage {
    guard number >= 0, number < pageCount,
      let page = poppler_document_get_page(document, Int32(number))
    else { throw CodecError(.corrupt, "the PDF file's page \(number + 1) is missing or damaged") }
    return PDFPage(page)
  }

  /// The names of the first pages; empty if they are just numbered from 1.
  func pageNames(most: Int) -> [String] {
    var names: [String] = []
    var isNamed = false
    for number in 0..<min(most, pageCount) {
      let plain = String(number + 1)
      let page = poppler_document_get_page(document, Int32(number)).map(PDFPage.init)
      let label = page?.label
      isNamed = isNamed || (label != nil && label != plain)
      names.append(label ?? plain)
    }
    return isNamed ? names : []
  }

  private static func error(_ failure: UnsafeMutablePointer<PopplerFailure>?) -> CodecError {
    defer { if let failure { g_error_free(failure) } }
    guard let failure else { return CodecError(.corrupt, "the PDF file is damaged") }
    if failure.pointee.domain == poppler_error_quark(),
      failure.pointee.code == fresnel_poppler_encrypted
    {
      return CodecError(.unsupported, "the PDF file needs a password")
    }
    let reason = failure.pointee.message.map { String(cString: $0) } ?? ""
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    return CodecError(.corrupt, "the PDF file is damaged\(line.isEmpty ? "" : " (\(line))")")
  }
}

/// A page in poppler.
final class PDFPage {
  private let page: OpaquePointer

  fileprivate init(_ page: OpaquePointer) { self.page = page }

  deinit { g_object_unref(UnsafeMutableRawPointer(page)) }

  /// The page's size, cropped and rotated, in points of 1/72 inch.
  var size: Extent {
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    return Extent(width: width, height: height)
  }

  /// The page's printed number, if the file has one.
  var label: String? {
    guard let text = poppler_page_get_label(page) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Draws the page, with points as the units of cairo's context.
  func draw(_ cairo: OpaquePointer) { poppler_page_render(page, UnsafeMutableRawPointer(cairo)) }
}
