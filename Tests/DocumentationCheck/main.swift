// fresnel-check-documentation FILE…: reports what the documentation of public symbols lacks. The
// files are symbol graphs, as `swift package generate-documentation` leaves them in the build
// folder.
import Foundation

let files = CommandLine.arguments.dropFirst()
guard !files.isEmpty else {
  print("usage: fresnel-check-documentation FILE…")
  exit(2)
}
let graphs = try files.map {
  try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: $0)))
}
let complaints = DocumentationRules(graphs).complaints()
for complaint in complaints { print(complaint) }
print("\(graphs.reduce(0) { $0 + $1.symbols.filter(\.isWritten).count }) public symbols were read.")
exit(complaints.isEmpty ? 0 : 1)
