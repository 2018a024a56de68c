/// Addresses of the Internet Imaging Protocol: `http://example.org/iipsrv.fcgi?FIF=/picture.tif`.
///
/// The server is told what it is to do behind the question mark, one command after the other.
enum InternetImaging {
  /// What is asked for first: what a picture is, in words.
  private static let questions = [
    "obj=IIP,1.0", "obj=Max-size", "obj=Tile-size", "obj=Resolution-number",
  ]
  /// Commands that answer with a picture, or with something else than `obj` does.
  private static let answers: Set<String> = [
    "cvt", "jtl", "jtls", "til", "icc", "pfl", "spectra", "deepzoom", "zoomify", "iiif", "obj",
  ]

  /// The address by which a picture's description is asked for, of one that names a picture and
  /// asks for nothing; `nil` where it is no such address.
  static func description(of address: String) -> String? {
    guard let commands = Self.commands(of: address), picture(in: commands) != nil,
      !commands.contains(where: { answers.contains(name(of: $0)) })
    else { return nil }
    return base(of: address) + (commands + questions).joined(separator: "&")
  }

  /// What stands before the command for a tile, of the address of a description.
  static func prefix(of address: String) -> String {
    let commands = (Self.commands(of: address) ?? []).filter { name(of: $0) != "obj" }
    return base(of: address) + commands.map { $0 + "&" }.joined()
  }

  /// The picture that an address names, as the server calls it.
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
