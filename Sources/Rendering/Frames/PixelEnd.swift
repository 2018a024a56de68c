/// What becomes of a picture's pixels at the end of the last pass over it.
enum PixelEnd: Hashable {
  /// They stay as they are.
  case plain
  /// They are laid over a checkerboard.
  case checker(Backdrop.Checker)
  /// They are multiplied by a share, to lie over what is below.
  case opacity(Float)

  /// The end of what has a checkerboard behind it, or none.
  init(_ checker: Backdrop.Checker?) { self = checker.map { .checker($0) } ?? .plain }

  /// Which programs draw it.
  var kind: Kind {
    switch self {
    case .plain: .plain
    case .checker: .checker
    case .opacity: .opacity
    }
  }

  /// The checkerboard, where there is one.
  var checker: Backdrop.Checker? { if case .checker(let checker) = self { checker } else { nil } }

  /// The ends that shaders differ in.
  enum Kind: Hashable {
    case plain
    case checker
    case opacity
  }
}
