import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A DjVu file in DjVuLibre, fed with all of its bytes.
///
/// Use it on one thread at a time; the library decodes on its own threads.
final class DjVuFile {
  private let context: OpaquePointer
  private let document: OpaquePointer
  private let input: PictureInput
  /// The library's last error message.
  private var complaint: String?
  /// The read error behind the library's failure, if there was one.
  private var failure: CodecError?

  /// The largest file: it is in memory as a whole.
  private static let mostBytes = 256 << 20
  /// Bytes fed to the library at once.
  private static let chunk = 1 << 20

  /// Opens a file and reads its page properties.
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

  /// The number of pages.
  var pageCount: Int { Int(ddjvu_document_get_pagenum(document)) }

  /// The size of a page, from 0, with its rotation.
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

  /// True if a page is only black and white, judging by its chunk names.
  func isBilevel(page: Int) -> Bool {
    guard let words = ddjvu_document_get_pagedump(document, Int32(page)) else { return false }
    defer { free(words) }
    let parts = String(cString: words).split(whereSeparator: \.isNewline).compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
    let colors = ["FG", "BG"]
    return parts.contains("Sjbz") && !parts.contains { colors.contains(String($0.prefix(2))) }
  }

  /// The library's handle of a decoded page.
  final class Page {
    let handle: OpaquePointer
    /// True if the page is complete.
    let isWhole: Bool

    fileprivate init(_ handle: OpaquePointer, isWhole: Bool) {
      self.handle = handle
      self.isWhole = isWhole
    }

    deinit { ddjvu_job_release(ddjvu_page_job(handle)) }

    /// The size with rotation.
    var size: PixelSize {
      PixelSize(
        width: Int(ddjvu_page_get_width(handle)), height: Int(ddjvu_page_get_height(handle)))
    }
  }

  /// Decodes a page, from 0, however long that takes.
  func decode(page: Int) throws(CodecError) -> Page {
    guard let handle = ddjvu_page_create_by_pageno(document, Int32(page)) else { throw .noMemory }
    do throws(CodecError) {
      try wait { ddjvu_job_status(ddjvu_page_job(handle)) }
    } catch {
      // Show what was decoded before the damage, if there is anything.
      guard error.code == .corrupt, ddjvu_page_get_width(handle) > 0 else {
        ddjvu_job_release(ddjvu_page_job(handle))
        throw error
      }
      return Page(handle, isWhole: false)
    }
    return Page(handle, isWhole: true)
  }

  /// Handles the library's messages until a job ends.
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

  /// Feeds the file's bytes; other files, which an index of pages may name, are not opened.
  private func feed(_ stream: Int32) {
    guard stream == 0 else {
      failure = CodecError(.unsupported, "the DjVu file's pages are in other files")
      ddjvu_stream_close(document, stream, 1)
      return
    }
    var place = 0
    // The file may have grown since it was opened.
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
