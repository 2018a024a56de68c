import Geometry
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// PNG files written in bands and pieces, read by libpng.
@Suite struct PiecewisePNGTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ grid: PixelGrid, bandRows: Int, widths: [Int]) throws -> String {
    let path = folder["pieces.png"]
    let png = try PiecewisePNG(
      .replacing(Array(path.utf8)), size: grid.size, folders: [folder.path])
    try png.start()
    var top = 0
    while top < grid.size.height {
      let rows = top..<min(grid.size.height, top + bandRows)
      png.beginBand(rows: rows.count)
      var left = 0
      for width in widths {
        var bytes: [UInt8] = []
        for y in rows {
          for x in left..<left + width {
            let word = grid[x, y]
            bytes += [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
          }
        }
        try png.write(bytes)
        left += width
      }
      try png.endBand()
      top = rows.upperBound
    }
    #expect(try png.finish() == Array(path.utf8))
    return path
  }

  @Test func everyPixelRoundTripsInAnyPieces() throws {
    var numbers = SeededNumbers()
    print(numbers.origin)
    for _ in 0..<12 {
      let widths = (0..<Int.random(in: 1...5, using: &numbers)).map { _ in
        Int.random(in: 1...200, using: &numbers)
      }
      let height = Int.random(in: 1...40, using: &numbers)
      let isNoise = Bool.random(using: &numbers)
      let width = widths.reduce(0, +)
      let words = (0..<width * height).map { index in
        isNoise ? UInt32.random(in: .min ... .max, using: &numbers) : UInt32(index / 7) << 8 | 255
      }
      let grid = PixelGrid(size: PixelSize(width: width, height: height), words: words)
      let file = try write(
        grid, bandRows: Int.random(in: 1...16, using: &numbers), widths: widths)
      #expect(try PixelGrid(png: file) == grid, "\(numbers.origin), \(widths) × \(height)")
    }
  }

  /// More than one chunk, and more than one piece of the unnamed file.
  @Test func incompressiblePixelsRoundTrip() throws {
    var numbers = SeededNumbers(seed: 7)
    let grid = PixelGrid(
      size: PixelSize(width: 3000, height: 150),
      words: (0..<450_000).map { _ in UInt32.random(in: .min ... .max, using: &numbers) })
    let file = try write(grid, bandRows: 100, widths: [2000, 1000])
    #expect(try PixelGrid(png: file) == grid)
  }

  @Test func withoutAFolderNoFileIsLeft() throws {
    let path = folder["none.png"]
    #expect(throws: UserError.self) {
      _ = try PiecewisePNG(
        .replacing(Array(path.utf8)), size: PixelSize(width: 1, height: 1),
        folders: [folder["no/such"]])
    }
    #expect(access(path, F_OK) != 0 && access("\(path).\(getpid()).part", F_OK) != 0)
  }

  @Test func aFullDiskGivesASentence() throws {
    let png = try PiecewisePNG(
      .replacing(Array("/dev/full".utf8)), size: PixelSize(width: 1, height: 1),
      folders: [folder.path])
    #expect(throws: UserError(sentence: "/dev/full: could not be written: No space left on device"))
    {
      try png.start()
    }
  }
}
