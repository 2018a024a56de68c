import TestSupport
import Testing

/// Tests the colour difference itself, before anything is measured with it.
@Suite struct LabColorTests {
  /// Pairs that the formula's authors published to reveal wrong signs, quadrants and hues (Sharma,
  /// Wu and Dalal 2005, table 1).
  @Test(arguments: [
    (LabColor(50, 2.6772, -79.7751), LabColor(50, 0, -82.7485), 2.0425),
    (LabColor(50, -1.3802, -84.2814), LabColor(50, 0, -82.7485), 1.0000),
    (LabColor(50, 0, 0), LabColor(50, -1, 2), 2.3669),
    (LabColor(50, 2.49, -0.001), LabColor(50, -2.49, 0.0009), 7.1792),
    (LabColor(50, 2.49, -0.001), LabColor(50, -2.49, 0.0011), 7.2195),
    (LabColor(50, -0.001, 2.49), LabColor(50, 0.0011, -2.49), 4.7461),
    (LabColor(50, 2.5, 0), LabColor(50, 0, -2.5), 4.3065),
    (LabColor(50, 2.5, 0), LabColor(73, 25, -18), 27.1492),
    (LabColor(50, 2.5, 0), LabColor(50, 3.1736, 0.5854), 1.0000),
    (LabColor(60.2574, -34.0099, 36.2677), LabColor(60.4626, -34.1751, 39.4387), 1.2644),
    (LabColor(22.7233, 20.0904, -46.6940), LabColor(23.0331, 14.9730, -42.5619), 2.0373),
    (LabColor(90.9257, -0.5406, -0.9208), LabColor(88.6381, -0.8985, -0.7239), 1.5381),
    (LabColor(2.0776, 0.0795, -1.1350), LabColor(0.9033, -0.0636, -0.5514), 0.9082),
  ])
  func differencesEqualThePublishedPairs(first: LabColor, second: LabColor, difference: Double) {
    #expect(abs(first.difference(from: second) - difference) < 0.00006)
    #expect(abs(second.difference(from: first) - difference) < 0.00006)
  }
}
