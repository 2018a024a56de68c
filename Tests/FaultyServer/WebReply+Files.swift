import Glibc

extension WebReply {
  /// The reply of a file server: the file at a path, or 404.
  public static func file(
    _ path: String, in folder: String, _ headers: (name: String, value: String)...
  ) -> WebReply {
    let name = path.prefix { $0 != "?" && $0 != "#" }
    guard !name.contains(".."), let file = fopen(folder + name, "r") else { return WebReply(404) }
    defer { fclose(file) }
    var body: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      body += buffer[..<count]
    }
    return ferror(file) == 0 ? WebReply(headers: headers, body: body) : WebReply(404)
  }
}
