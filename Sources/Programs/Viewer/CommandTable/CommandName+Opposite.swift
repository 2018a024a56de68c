extension CommandName {
  /// The commands whose steps undo each other.
  private static let opposites: [(CommandName, CommandName)] = [
    (.next, .previous), (.nextPage, .previousPage), (.nextMarked, .previousMarked),
    (.zoomIn, .zoomOut), (.panLeft, .panRight), (.panUp, .panDown), (.turnRight, .turnLeft),
    (.faster, .slower), (.exposeMore, .exposeLess), (.nextFilter, .previousFilter),
  ]

  /// The command that makes the same step in the other direction; `nil` if there is none.
  var opposite: CommandName? {
    for (one, other) in Self.opposites {
      if self == one { return other }
      if self == other { return one }
    }
    return nil
  }
}
