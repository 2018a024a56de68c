import ArgumentParser
import Filters
import Viewer

/// `fresnel filters`: lists the available filters.
struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel filters",
    abstract: "List the filters with their parameters, ranges and [defaults].",
    discussion: """
      A chain names filters in order, with values by name or in the order listed:
      fresnel --filter 'exposure(stops=0.5),sharpen(0.7)' FILE
      Your own filters are files in ~/.config/fresnel/filters; see Documentation/Filters.md.
      """)

  func run() throws {
    try StandardOutput.write(FilterListing.text(NamedFilters.loadLibrary().0))
  }
}
