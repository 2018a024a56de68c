/// What commands are the filters'.
extension FilterEditing {
  /// Does what a command asks of the filters; `nil` where it is somebody else's.
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
