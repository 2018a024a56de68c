import Testing

@testable import Preferences

@Suite struct NearestNameTests {
  private func distance(_ first: String, _ second: String) -> Int {
    NearestName.distance(Array(first), Array(second))
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

  @Test func onlyNearNamesAreMeant() {
    let names = ["glide", "wheel-step", "wheel-pans"]
    #expect(NearestName.to("glied", among: names) == "glide")
    #expect(NearestName.to("wheelstep", among: names) == "wheel-step")
    #expect(NearestName.to("WHEEL_PANS", among: names) == "wheel-pans")
    #expect(NearestName.to("sound", among: names) == nil)
    #expect(NearestName.to("", among: names) == nil)
    #expect(NearestName.to(String(repeating: "g", count: 60_000), among: names) == nil)
    #expect(NearestName.to("glide", among: []) == nil)
  }

  @Test func namesOfSettingsAreUnique() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
  }
}
