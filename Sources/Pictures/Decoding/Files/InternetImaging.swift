/// Internet Imaging Protocol URLs: `http://example.org/iipsrv.fcgi?FIF=/picture.tif`.
///
/// The commands to the server follow the question mark, one after the other.
enum InternetImaging {
  /// The commands for the picture's description.
  private static let questions = [
    "obj=IIP,1.0", "obj=Max-size", "obj=Tile-size", "obj=Resolution-number",
  ]
  /// Commands that return an image, or something other than `obj` does.
  private static let answers: Set<String> = [
    "cvt", "jtl", "jtls", "til", "icc", "pfl", "spectra", "deepzoom", "zoomify", "iiif", "obj",
  ]

  /// The URL of a picture's description, for a URL that names a picture without any command; `nil`
  /// for other URLs.
  static func description(of address: String) -> String? {
    guard let commands = Self.commands(of: address), picture(in: commands) != nil,
      !commands.contains(where: { answers.contains(name(of: $0)) })
    else { return nil }
    return base(of: address) + (commands + questions).joined(separator: "&")
  }

  /// The prefix of a tile's URL, from the description's URL.
  static func prefix(of address: String) -> String {
    let commands = (Self.commands(of: address) ?? []).filter { name(of: $0) != "obj" }
    return base(of: address) + commands.map { $0 + "&" }.joined()
  }

  /// The picture in a URL, as the server names it.
  static func picture(of address: String) -> String? {
    commands(of: address).flatMap { picture(in: $0) }
  }

  private static func base(of address: String) -> String {
    address.firstIndex(of: "?").map { String(address[...$0]) } ?? address + "?"
  }

  private static func commands(of address: String) -> [String]? {
    guard let mark = address.firstIndex(of: "?") else { return nil }
    return address[address.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&")
      .map(String.init)
  }

  private static func picture(in commands: [String]) -> String? {
    guard let command = commands.first(where: { name(of: $0) == "fif" }) else { return nil }
    let value = command.drop { $0 != "=" }.dropFirst()
    return value.isEmpty ? nil : String(value)
  }

  private static func name(of command: String) -> String {
    command.prefix { $0 != "=" }.lowercased()
  }
}
