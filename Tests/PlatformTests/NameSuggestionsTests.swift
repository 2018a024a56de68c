import Testing

@testable import Platform

@Suite struct NameSuggestionsTests {
  private func distance(_ first: String, _ second: String) -> Int {
    NameSuggestions.distance(Array(first.utf8), Array(second.utf8))
  }

  private func nearest(_ name: String, _ names: [String]) -> String? {
    NameSuggestions.find(name, in: names).first
  }

  @Test func distancesCountChanges() {
    #expect(distance("", "") == 0)
    #expect(distance("", "abc") == 3)
    #expect(distance("abc", "") == 3)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("glide", "gldie") == 1)
    #expect(distance("ab", "ba") == 1)
    #expect(distance("same", "same") == 0)
  }

  @Test func onlySimilarNamesAreSuggested() {
    let names = ["glide", "wheel-step", "wheel-pans"]
    #expect(nearest("glied", names) == "glide")
    #expect(nearest("wheelstep", names) == "wheel-step")
    #expect(nearest("WHEEL_PANS", names) == "wheel-pans")
    #expect(nearest("sound", names) == nil)
    #expect(nearest("", names) == nil)
    #expect(nearest(String(repeating: "g", count: 60_000), names) == nil)
    #expect(nearest("glide", []) == nil)
  }

  @Test func atMostThreeNamesAreSuggestedWithTheNearestFirst() {
    #expect(
      NameSuggestions.find("blur", in: ["edges", "blurs", "blue", "blur-x", "slur"]) == [
        "blue", "blurs", "slur",
      ])
    #expect(NameSuggestions.find("whe", in: ["wheel-step", "glide"]) == ["wheel-step"])
  }
}
