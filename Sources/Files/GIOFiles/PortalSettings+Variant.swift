import Glibc

extension PortalSettings {
  typealias Object = GIOLibrary.Object

  /// Reads the portal's answer to `ReadAll`.
  init(_ answer: Object, _ functions: PortalFunctions) {
    self.init()
    guard functions.isOfType(answer, "(a{sa{sv}})") != 0, let all = functions.child(answer, 0)
    else { return }
    defer { functions.library.releaseVariant(all) }
    for key in Key.allCases {
      let place = key.place
      guard let settings = functions.value(all, place.namespace, "a{sv}") else { continue }
      defer { functions.library.releaseVariant(settings) }
      guard let value = functions.value(settings, place.name, "*") else { continue }
      defer { functions.library.releaseVariant(value) }
      set(key, to: Value(value, functions))
    }
  }

  /// Takes the parameters of `SettingChanged`.
  mutating func change(_ parameters: Object, _ functions: PortalFunctions) {
    guard functions.isOfType(parameters, "(ssv)") != 0,
      let namespace = functions.child(parameters, 0)
    else { return }
    defer { functions.library.releaseVariant(namespace) }
    guard let name = functions.child(parameters, 1) else { return }
    defer { functions.library.releaseVariant(name) }
    guard let value = functions.child(parameters, 2) else { return }
    defer { functions.library.releaseVariant(value) }
    // Compared where they are: they may be megabytes long.
    let (first, second) = (functions.text(namespace, nil), functions.text(name, nil))
    let key = Key.allCases.first {
      strcmp(first, $0.place.namespace) == 0 && strcmp(second, $0.place.name) == 0
    }
    if let key { set(key, to: Value(value, functions)) }
  }
}

extension PortalSettings.Value {
  /// Reads a value, in any of the variants around it; `nil` for other types.
  init?(_ value: GIOLibrary.Object, _ functions: PortalFunctions) {
    var inner = functions.retainVariant(value)
    defer { functions.library.releaseVariant(inner) }
    // Some portals put a variant into the variant.
    for _ in 0..<3 where functions.isOfType(inner, "v") != 0 {
      let outer = inner
      inner = functions.child(outer, 0)
      functions.library.releaseVariant(outer)
    }
    if functions.isOfType(inner, "u") != 0 {
      self = .number(functions.number(inner))
    } else if functions.isOfType(inner, "b") != 0 {
      self = .flag(functions.flag(inner) != 0)
    } else if functions.isOfType(inner, "d") != 0 {
      self = .fraction(functions.fraction(inner))
    } else {
      return nil
    }
  }
}
