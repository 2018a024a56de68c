import Testing

@testable import Controls

@Suite struct SliderScaleTests {
  @Test(arguments: [
    (-5.0, 5.0, 0.1), (0, 1, 0.01), (0, 100, 1), (0, 255, 2), (0, 4, 0.02), (0.1, 20, 0.1),
    (1000, 20000, 100), (0, 0.5, 0.005), (0, 1e6, 10_000), (-180, 180, 2), (0, 0.003, 0.00002),
  ])
  func stepsAreRoundNumbersNearOnePercentOfTheRange(
    _ minimum: Double, _ maximum: Double, _ step: Double
  ) {
    let scale = SliderScale(minimum: minimum, maximum: maximum, neutral: minimum, isWhole: false)
    #expect(abs(scale.step - step) < step * 1e-9)
  }

  @Test func integersStepByOneInRangesUpToAFewHundred() {
    #expect(SliderScale(minimum: 0, maximum: 255, neutral: 0, isWhole: true).step == 1)
    #expect(SliderScale(minimum: 0, maximum: 10_000, neutral: 0, isWhole: true).step == 100)
    #expect(SliderScale(minimum: 3, maximum: 3, neutral: 3, isWhole: true).step == 1)
  }

  @Test func valuesAreRoundedToTheStep() {
    let scale = SliderScale(minimum: -5, maximum: 5, neutral: 0, isWhole: false)
    #expect(scale.value(at: 0.53, step: scale.step) == 0.3)
    #expect(scale.value(at: 0.5701, step: scale.step) == 0.7)
    #expect(scale.value(at: 0.57012, step: scale.fineStep) == 0.7)
    #expect(scale.value(at: 0.5713, step: scale.fineStep) == 0.71)
    #expect(scale.value(at: -3, step: scale.step) == -5)
    #expect(scale.value(at: 3, step: scale.step) == 5)
    #expect(scale.value(at: .nan, step: scale.step) == 0)
  }

  @Test func stepsGoToTheNextMultipleAndStopAtTheDefault() {
    let scale = SliderScale(minimum: -5, maximum: 5, neutral: 0, isWhole: false)
    #expect(scale.value(from: 0.2, by: 1, step: 0.1) == 0.3)
    #expect(scale.value(from: 0.123, by: 1, step: 0.1) == 0.2)
    #expect(scale.value(from: 0.123, by: -1, step: 0.1) == 0.1)
    #expect(scale.value(from: 0.3, by: -10, step: 0.1) == -0.7)
    #expect(scale.value(from: 4.95, by: 10, step: 0.1) == 5)
    let kelvin = SliderScale(minimum: 1000, maximum: 20000, neutral: 6504, isWhole: false)
    #expect(kelvin.value(from: 6500, by: 1, step: 100) == 6504)
    #expect(kelvin.value(from: 6504, by: 1, step: 100) == 6600)
    #expect(kelvin.value(from: 6600, by: -1, step: 100) == 6504)
    #expect(kelvin.value(from: 6504, by: -1, step: 100) == 6500)
  }

  @Test func decimalsMatchTheStep() {
    let stops = SliderScale(minimum: -5, maximum: 5, neutral: 0, isWhole: false)
    #expect(stops.text(0) == "0.0")
    #expect(stops.text(0.5) == "+0.5")
    #expect(stops.text(-1.25) == "−1.25")
    #expect(stops.text(-0.00001) == "0.0")
    let share = SliderScale(minimum: 0, maximum: 1, neutral: 1, isWhole: false)
    #expect(share.text(1) == "1.00")
    #expect(share.text(1.0 / 3) == "0.33")
    #expect(share.text(0.125) == "0.125")
    let kelvin = SliderScale(minimum: 1000, maximum: 20000, neutral: 6504, isWhole: false)
    #expect(kelvin.text(6504) == "6504")
    #expect(SliderScale(minimum: 2, maximum: 64, neutral: 4, isWhole: true).text(4) == "4")
  }

  @Test func extremeRangesGiveFiniteValues() {
    for (minimum, maximum) in [
      (0.0, 0.0), (-1e308, 1e308), (0, .infinity), (1e-300, 2e-300), (-1e300, -1e299),
    ] {
      let scale = SliderScale(
        minimum: minimum, maximum: maximum, neutral: minimum, isWhole: false)
      for fraction in [-1, 0, 0.3, 1, 2] {
        let value = scale.value(at: fraction, step: scale.step)
        #expect(value >= minimum && value <= maximum)
        #expect((0...1).contains(scale.fraction(of: value)))
        _ = scale.text(value)
      }
    }
  }

  @Test func aTrackMapsEveryPositionBackAndCentresTheDefault() throws {
    for neutral in [0, 0.25, 0.5, 1] {
      let track = SliderTrack(start: 100, length: 272, neutral: neutral, detent: 3)
      for step in 0...100 {
        let fraction = Double(step) / 100
        let found = track.fraction(at: track.place(of: fraction)) ?? neutral
        #expect(abs(found - fraction) < 1e-9)
      }
      #expect(try #require(track.fraction(at: 99)) <= (neutral == 0 ? 0 : 1e-9))
      #expect(try #require(track.fraction(at: 373)) >= (neutral == 1 ? 1 : 1 - 1e-9))
    }
    let track = SliderTrack(start: 0, length: 200, neutral: 0.5, detent: 3)
    for x in [97.0, 99, 100, 103] { #expect(track.fraction(at: x) == nil) }
    #expect(try #require(track.fraction(at: 103.5)) > 0.5)
  }
}
