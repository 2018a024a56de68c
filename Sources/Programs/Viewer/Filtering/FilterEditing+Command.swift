/// The commands that concern filters.
extension FilterEditing {
  /// Performs a command and returns its effects; `nil` if it does not concern filters.
  func perform(_ command: Command) -> [FilterEffect]? {
    switch command {
    case .compare: compare(true)
    case .toggleSplit: toggleSplit()
    case .toggleFilters: toggle()
    case .nextFilter: cycle(isBack: false)
    case .previousFilter: cycle(isBack: true)
    default: nil
    }
  }
}
