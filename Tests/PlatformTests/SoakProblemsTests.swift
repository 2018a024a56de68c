import TestSupport
import Testing

/// The problems of a row that fails a million times.
@Suite struct SoakProblemsTests {
  @Test func allAreCountedAndTheFirstAreKept() {
    var problems = SoakProblems()
    #expect(problems.first.isEmpty && problems.count == 0)
    var printed: [Int] = []
    for number in 1...1000 where problems.note("\(number)") { printed.append(number) }
    #expect(printed == Array(1...SoakProblems.mostPrinted))
    #expect(problems.first == (1...SoakProblems.mostKept).map { "\($0)" })
    #expect(problems.count == 1000)
  }
}
