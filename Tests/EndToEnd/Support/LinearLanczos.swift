import Geometry
import TestSupport

/// Lanczos 3 in linear light, straight from its definition.
enum LinearLanczos {
  /// Returns a reduced picture; pixels are weighted by their alpha.
  static func reduce(_ picture: PixelGrid, to size: PixelSize) -> PixelGrid {
    let linear = (0..<256).map { Lanczos.light(Double($0) / 255) }
    let columns = Lanczos.weights(picture.size.width, size.width, 0..<size.width)
    let rows = Lanczos.weights(picture.size.height, size.height, 0..<size.height)
    func plane(_ amount: (UInt32) -> Double) -> [Double] {
      let amounts = picture.words.map(amount)
      var narrow = [Double](repeating: 0, count: size.width * picture.size.height)
      for y in 0..<picture.size.height {
        for x in 0..<size.width {
          var sum = 0.0
          for (source, weight) in columns[x] {
            sum += weight * amounts[y * picture.size.width + source]
          }
          narrow[y * size.width + x] = sum
        }
      }
      var plane = [Double](repeating: 0, count: size.width * size.height)
      for y in 0..<size.height {
        for (source, weight) in rows[y] {
          for x in 0..<size.width {
            plane[y * size.width + x] += weight * narrow[source * size.width + x]
          }
        }
      }
      return plane
    }
    let isOpaque = picture.words.allSatisfy { $0 >> 24 == 255 }
    let alphas = isOpaque ? [] : plane { Double($0 >> 24) / 255 }
    let planes = [UInt32(16), 8, 0].map { shift in
      plane { linear[Int($0 >> shift & 255)] * Double($0 >> 24) / 255 }
    }
    return PixelGrid(
      width: size.width, height: size.height,
      color: { x, y in
        let index = y * size.width + x
        let alpha = isOpaque ? 1 : max(0, min(1, alphas[index]))
        return planes.reduce(UInt32((alpha * 255).rounded())) { word, plane in
          let light = alpha > 0 ? max(0, min(1, plane[index] / alpha)) : 0
          return word << 8 | UInt32((Lanczos.value(light) * 255).rounded())
        }
      })
  }
}
