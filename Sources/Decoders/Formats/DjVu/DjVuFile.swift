import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A DjVu file as DjVuLibre has it, fed with all of its bytes.
///
/// It belongs to one thread at a time; the library decodes on threads of its own.
final class DjVuFile {
  private let context: OpaquePointer
  private let document: OpaquePointer
  private let input: PictureInput
  /// What the library complained of last.
  private var complaint: String?
  /// Why the file could not be read, where that was its trouble.
  private var failure: CodecError?

  /// The largest file: it stands in memory as a whole.
  private static let mostBytes = 256 << 20
  /// Bytes of the file that are handed on at once.
  private static let chunk = 1 << 20

  /// Opens a file, and reads what it says of its pages.
  init(_ input: PictureInput) throws(CodecError) {
    guard input.byteCount <= Self.mostBytes else {
      throw CodecError(.tooLarge, "the DjVu file is larger than \(Self.mostBytes >> 20) MiB")
    }
    guard let context = ddjvu_context_create("fresnel") else { throw .noMemory }
    guard let document = ddjvu_document_create(context, nil, 0) else {
      ddjvu_context_release(context)
      throw .noMemory
    }
    self.context = context
    self.document = document
    self.input = input
    let job = ddjvu_document_job(document)
    try wait { ddjvu_job_status(job) }
  }

  deinit {
    ddjvu_job_release(ddjvu_document_job(document))
    ddjvu_context_release(context)
  }

  /// How many pages it has.
  var pageCount: Int { Int(ddjvu_document_get_pagenum(document)) }

  /// The size of a page, from 0, as it is seen.
  func size(ofPage page: Int) throws(CodecError) -> PixelSize {
    guard page >= 0, page < pageCount else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    var info = ddjvu_pageinfo_t()
    let bytes = UInt32(MemoryLayout<ddjvu_pageinfo_t>.size)
    try wait { ddjvu_document_get_pageinfo_imp(document, Int32(page), &info, bytes) }
    let size = PixelSize(width: Int(info.width), height: Int(info.height))
    return info.rotation & 1 == 0 ? size : PixelSize(width: size.height, height: size.width)
  }

  /// Whether a page is made of black and white alone, as the names of its parts say.
  func isBilevel(page: Int) -> Bool {
    guard let words = ddjvu_document_get_pagedump(document, Int32(page)) else { return false }
    defer { free(words) }
    let parts = String(cString: words).split(whereSeparator: \.isNewline).compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
    let colors = ["FG", "BG"]
    return parts.contains("Sjbz") && !parts.contains { colors.contains(String($0.prefix(2))) }
  }

  /// A decoded page, as the library has it.
  final class Page {
    let handle: OpaquePointer
    /// Whether all of it was there.
    let isWhole: Bool

    fileprivate init(_ handle: OpaquePointer, isWhole: Bool) {
      self.handle = handle
      self.isWhole = isWhole
    }

    deinit { ddjvu_job_release(ddjvu_page_job(handle)) }

    /// Its size as it is seen.
    var size: PixelSize {
      PixelSize(
        width: Int(ddjvu_page_get_width(handle)), height: Int(ddjvu_page_get_height(handle)))
    }
  }

  /// Decodes a page, from 0; that takes as long as it takes.
  func decode(page: Int) throws(CodecError) -> Page {
    guard let handle = ddjvu_page_create_by_pageno(document, Int32(page)) else { throw .noMemory }
    do throws(CodecError) {
      try wait { ddjvu_job_status(ddjvu_page_job(handle)) }
    } catch {
      // What has been decoded before the damage is worth showing, where there is anything.
      guard error.code == .corrupt, ddjvu_page_get_width(handle) > 0 else {
        ddjvu_job_release(ddjvu_page_job(handle))
        throw error
      }
      return Page(handle, isWhole: false)
    }
    return Page(handle, isWhole: true)
  }

  /// Serves the library until a job has ended.
  private func wait(for status: () -> ddjvu_status_t) throws(CodecError) {
    while true {
      while let message = ddjvu_message_peek(context) {
        take(message.pointee)
        ddjvu_message_pop(context)
      }
      let now = status()
      if now == DDJVU_JOB_OK { return }
      if now.rawValue > DDJVU_JOB_OK.rawValue { throw problem }
      ddjvu_message_wait(context)
    }
  }

  private func take(_ message: ddjvu_message_t) {
    switch message.m_any.tag {
    case DDJVU_NEWSTREAM: feed(message.m_newstream.streamid)
    case DDJVU_ERROR: complaint = message.m_error.message.map { String(cString: $0) }
    default: break
    }
  }

  /// Hands the file's bytes on; other files, which an index of pages may name, are not followed.
  private func feed(_ stream: Int32) {
    guard stream == 0 else {
      failure = CodecError(.unsupported, "the DjVu file's pages are in other files")
      ddjvu_stream_close(document, stream, 1)
      return
    }
    var place = 0
    // It may have grown since it was opened.
    while place < min(input.byteCount, Self.mostBytes) {
      do throws(CodecError) {
        let bytes = try input.bytes(at: place, count: Self.chunk)
        guard !bytes.isEmpty else { break }
        bytes.withUnsafeBytes { bytes in
          ddjvu_stream_write(
            document, stream, bytes.bindMemory(to: CChar.self).baseAddress, UInt(bytes.count))
        }
        place += bytes.count
      } catch {
        failure = error
        break
      }
    }
    ddjvu_stream_close(document, stream, 0)
  }

  private var problem: CodecError {
    if let failure { return failure }
    let words = complaint.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    return CodecError(
      .corrupt, "the DjVu file is damaged\(words.map { $0.isEmpty ? "" : " (\($0))" } ?? "")")
  }
}
