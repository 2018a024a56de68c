import ArgumentParser
import Filters

/// `fresnel filters`: lists what can stand in a chain.
struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel filters",
    abstract: "List the filters with what can be set, its range and its [default].",
    discussion: """
      A chain names filters in their order, with values by name or in the order listed:
      fresnel --filter 'exposure(stops=0.5),sharpen(0.7)' FILE
      Your own filters are files in ~/.config/fresnel/filters, as Documentation/Filters.md tells.
      """)

  func run() { StandardError.put(FilterListing.text(NamedFilters.loadLibrary().0), to: 1) }
}
