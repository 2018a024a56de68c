/// The bit layout of a BC6H block's endpoints, by mode.
///
/// From the specification (Khronos Data Format, "BC6H"): the numbers' names and bits in the order
/// in which they follow the mode. `r1` is the red of the second endpoint, `[4:0]` means bits from
/// the lowest on, and `[10:15]` from the highest on.
struct BC6Layout {
  /// One bit of one of twelve numbers: red, green and blue of four endpoints.
  struct Bit {
    var end: Int
    var channel: Int
    var bit: Int
  }

  let regions: Int
  /// Bits per channel of the first endpoint.
  let precision: Int
  /// Bits per channel of the other endpoints.
  let others: [Int]
  /// True if the other endpoints are differences from the first.
  let isDifference: Bool
  let bits: [Bit]

  private init(
    _ regions: Int, _ precision: Int, _ others: [Int], isDifference: Bool = true, _ text: String
  ) {
    self.regions = regions
    self.precision = precision
    self.others = others
    self.isDifference = isDifference
    bits = text.split(separator: " ").flatMap { word -> [Bit] in
      let parts = word.split { "[:]".contains($0) }
      let name = Array(parts[0].utf8)
      let channel = name[0] == UInt8(ascii: "r") ? 0 : name[0] == UInt8(ascii: "g") ? 1 : 2
      let places = parts.dropFirst().compactMap { Int($0) }
      let (first, last) = (places[places.count - 1], places[0])
      return stride(from: first, through: last, by: first <= last ? 1 : -1).map {
        Bit(end: Int(name[1]) - 48, channel: channel, bit: $0)
      }
    }
  }

  /// The layout for a mode's five bits; modes with two bits are under 0 and 1.
  static let ofMode: [Int: BC6Layout] = [
    0: BC6Layout(
      2, 10, [5, 5, 5],
      "g2[4] b2[4] b3[4] r0[9:0] g0[9:0] b0[9:0] r1[4:0] g3[4] g2[3:0] g1[4:0] b3[0] g3[3:0] "
        + "b1[4:0] b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]"),
    1: BC6Layout(
      2, 7, [6, 6, 6],
      "g2[5] g3[4] g3[5] r0[6:0] b3[0] b3[1] b2[4] g0[6:0] b2[5] b3[2] g2[4] b0[6:0] b3[3] "
        + "b3[5] b3[4] r1[5:0] g2[3:0] g1[5:0] g3[3:0] b1[5:0] b2[3:0] r2[5:0] r3[5:0]"),
    2: BC6Layout(
      2, 11, [5, 4, 4],
      "r0[9:0] g0[9:0] b0[9:0] r1[4:0] r0[10] g2[3:0] g1[3:0] g0[10] b3[0] g3[3:0] b1[3:0] "
        + "b0[10] b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]"),
    6: BC6Layout(
      2, 11, [4, 5, 4],
      "r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10] g3[4] g2[3:0] g1[4:0] g0[10] g3[3:0] b1[3:0] "
        + "b0[10] b3[1] b2[3:0] r2[3:0] b3[0] b3[2] r3[3:0] g2[4] b3[3]"),
    10: BC6Layout(
      2, 11, [4, 4, 5],
      "r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10] b2[4] g2[3:0] g1[3:0] g0[10] b3[0] g3[3:0] "
        + "b1[4:0] b0[10] b2[3:0] r2[3:0] b3[1] b3[2] r3[3:0] b3[4] b3[3]"),
    14: BC6Layout(
      2, 9, [5, 5, 5],
      "r0[8:0] b2[4] g0[8:0] g2[4] b0[8:0] b3[4] r1[4:0] g3[4] g2[3:0] g1[4:0] b3[0] g3[3:0] "
        + "b1[4:0] b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]"),
    18: BC6Layout(
      2, 8, [6, 5, 5],
      "r0[7:0] g3[4] b2[4] g0[7:0] b3[2] g2[4] b0[7:0] b3[3] b3[4] r1[5:0] g2[3:0] g1[4:0] "
        + "b3[0] g3[3:0] b1[4:0] b3[1] b2[3:0] r2[5:0] r3[5:0]"),
    22: BC6Layout(
      2, 8, [5, 6, 5],
      "r0[7:0] b3[0] b2[4] g0[7:0] g2[5] g2[4] b0[7:0] g3[5] b3[4] r1[4:0] g3[4] g2[3:0] "
        + "g1[5:0] g3[3:0] b1[4:0] b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]"),
    26: BC6Layout(
      2, 8, [5, 5, 6],
      "r0[7:0] b3[1] b2[4] g0[7:0] b2[5] g2[4] b0[7:0] b3[5] b3[4] r1[4:0] g3[4] g2[3:0] "
        + "g1[4:0] b3[0] g3[3:0] b1[5:0] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]"),
    30: BC6Layout(
      2, 6, [6, 6, 6], isDifference: false,
      "r0[5:0] g3[4] b3[0] b3[1] b2[4] g0[5:0] g2[5] b2[5] b3[2] g2[4] b0[5:0] g3[5] b3[3] "
        + "b3[5] b3[4] r1[5:0] g2[3:0] g1[5:0] g3[3:0] b1[5:0] b2[3:0] r2[5:0] r3[5:0]"),
    3: BC6Layout(
      1, 10, [10, 10, 10], isDifference: false,
      "r0[9:0] g0[9:0] b0[9:0] r1[9:0] g1[9:0] b1[9:0]"),
    7: BC6Layout(
      1, 11, [9, 9, 9], "r0[9:0] g0[9:0] b0[9:0] r1[8:0] r0[10] g1[8:0] g0[10] b1[8:0] b0[10]"),
    11: BC6Layout(
      1, 12, [8, 8, 8],
      "r0[9:0] g0[9:0] b0[9:0] r1[7:0] r0[10:11] g1[7:0] g0[10:11] b1[7:0] b0[10:11]"),
    15: BC6Layout(
      1, 16, [4, 4, 4],
      "r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10:15] g1[3:0] g0[10:15] b1[3:0] b0[10:15]"),
  ]
}
