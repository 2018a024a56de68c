import ShaderLibrary

extension FilterLibrary {
  /// The program's own filters, read when they are first asked for; any thread may ask.
  package static let builtIn = FilterLibrary(parsedBuiltIns.filters)

  /// What is wrong with the program's own files: nothing, as a test sees to.
  package static var builtInProblems: [FilterProblem] { parsedBuiltIns.problems }

  private static let parsedBuiltIns = parseBuiltIns()

  private static func parseBuiltIns() -> (filters: [FilterDefinition], problems: [FilterProblem]) {
    var filters: [FilterDefinition] = []
    var problems: [FilterProblem] = []
    for (name, bytes) in ShaderLibrary.filters {
      do throws(FilterProblem) {
        filters.append(try FilterParser.parse(bytes, name: name, origin: .builtIn))
      } catch {
        problems.append(error)
      }
    }
    return (filters, problems)
  }
}
