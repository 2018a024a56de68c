import CCairo
import DecoderProtocol
import Geometry

/// Draws a small document with everything that documents may need: fonts, and pictures of each
/// kind.
///
/// Libraries load modules and tables for these on first use, which the sandbox forbids. The
/// document has no filter: the thread that filters start would not end.
enum SVGWarmUp {
  /// Draws the document off screen.
  static func draw() {
    let size = 16
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size), Int32(size))
    else { return }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return }
    defer { cairo_destroy(cairo) }
    // A failure is ignored here: a document that can't be drawn reports its own error.
    do throws(CodecError) {
      try SVGHandle(Array(document.utf8)).render(cairo, Extent(width: 16, height: 16))
    } catch {}
  }

  private static let document =
    #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">"#
    + #"<path d="M1 1L9 1L9 9z"/><text x="1" y="9" font-size="8">a</text>"#
    + pictures.map {
      #"<image width="9" height="9" xlink:href="data:\#($0.type);base64,\#($0.bytes)"/>"#
    }
    .joined() + "</svg>"

  /// One pixel in each format; without a media type the library loads the system's table of types,
  /// to examine the bytes.
  private static let pictures: [(type: String, bytes: String)] = [
    ("", "R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="),
    (
      "image/png",
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAABGdBTUEAALGPC/xhBQAAACBjSFJN"
        + "AAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEX/AAD///9BHTQRAAAA"
        + "AWJLR0QB/wIt3gAAAAd0SU1FB+oLFhILCfwjvWcAAAAKSURBVAjXY2AAAAACAAHiIbwzAAAAJXRF"
        + "WHRkYXRlOmNyZWF0ZQAyMDI2LTExLTIyVDE4OjExOjA5KzAwOjAw46zx/gAAACV0RVh0ZGF0ZTpt"
        + "b2RpZnkAMjAyNi0xMS0yMlQxODoxMTowOSswMDowMJLxSUIAAAAASUVORK5CYII="
    ),
    (
      "image/gif",
      "R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
    ),
    (
      "image/jpeg",
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////"
        + "////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////"
        + "////////////////////////////////////////////////////////////wAARCAABAAEDASIA"
        + "AhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEB"
        + "AQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQA1j/"
        + "2Q=="
    ),
    (
      "image/webp",
      "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoBAAEAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8g"
        + "P+QH/ID/+PIAAAA="
    ),
    (
      "image/bmp",
      "Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAD/"
        + "AA=="
    ),
    (
      "image/x-icon",
      "AAABAAEAAQEAAAEAIAAwAAAAFgAAACgAAAABAAAAAgAAAAEAIAAAAAAACAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAP//AAAAAA=="
    ),
    (
      "image/svg+xml",
      "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxIiBoZWlnaHQ9"
        + "IjEiPjxwYXRoIGQ9Ik0wIDBoMXYxeiIvPjwvc3ZnPg=="
    ),
  ]
}
