extension Preferences {
  /// Where a picture may rest.
  package enum EdgePolicy: String, Hashable, Sendable, CaseIterable {
    /// One that is smaller than the view in its middle, a larger one without a gap at an edge.
    case inside
    /// Every point of it can be brought to the view's middle: an edge comes as far as that.
    case centred
    /// Wherever it is let go, as long as a part of it is seen.
    case free
  }

  /// Where a double-click leads to, from the whole picture.
  package enum DoubleClick: Hashable, Sendable {
    /// A power of two that shows clearly more than the whole picture does.
    case automatic
    /// A scale, in device pixels per image pixel.
    case scale(Double)
  }

  /// What going to another picture does to the zoom.
  package enum NextView: String, Hashable, Sendable, CaseIterable {
    /// Each picture starts as a whole.
    case fit
    /// Zoom and place stay.
    case keep
  }

  /// How image pixels are magnified beyond 100 %.
  package enum Magnification: String, Hashable, Sendable, CaseIterable {
    /// Smooth up to 200 %, crisp pixels from there on.
    case automatic = "auto"
    /// Always smooth.
    case smooth
    /// Always whole pixels.
    case crisp
  }

  /// Whether the next window begins with the filters that the last one had.
  package enum KeptFilters: String, Hashable, Sendable, CaseIterable {
    /// As the switch in the filter panel was left.
    case asLeft = "as-left"
    /// Every window starts with the switch on.
    case always
    /// Every window starts with the switch off, and with no filters of the last one.
    case never
  }
}
