import Platform

/// What GIO knows of files on this computer.
extension GIOLibrary {
  /// Returns the type of a file, such as `image/png`.
  func contentType(of path: [UInt8]) throws(GIOError) -> String {
    let query:
      @convention(c) (
        Object?, UnsafePointer<CChar>, Int32, Object?, UnsafeMutablePointer<Object?>?
      ) -> Object? = try function("g_file_query_info")
    let type: @convention(c) (Object?) -> UnsafePointer<CChar>? = try function(
      "g_file_info_get_content_type")
    let file = path.withCPath { self.file(localFiles(), $0) }
    defer { release(file) }
    var failure: Object?
    guard let information = query(file, "standard::content-type", 0, nil, &failure) else {
      throw error(failure)
    }
    defer { release(information) }
    guard let name = type(information) else {
      throw GIOError(reason: .other, message: "its type is unknown")
    }
    return String(cString: name)
  }

  /// Returns the type that a file has by its name.
  ///
  /// Unlike a look at the file, this doesn't load the desktop's module for remote files, which
  /// contacts the session bus and takes two megabytes.
  func contentType(ofName name: [UInt8]) throws(GIOError) -> String? {
    let guess:
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?
      ) -> Object? = try function("g_content_type_guess")
    let free: @convention(c) (Object?) -> Void = try function("g_free")
    guard let text = name.withCPath({ guess($0, nil, 0, nil) }) else { return nil }
    defer { free(text) }
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }

  /// Returns a file's address, which the caller frees by `g_free`.
  func address(of path: [UInt8]) throws(GIOError) -> Object {
    let address: @convention(c) (Object?) -> Object? = try function("g_file_get_uri")
    let file = path.withCPath { self.file(localFiles(), $0) }
    defer { release(file) }
    guard let text = address(file) else {
      throw GIOError(reason: .other, message: "a file has no address")
    }
    return text
  }

  /// `GList`.
  private struct CList {
    var data: Object?
    var next: Object?
    var previous: Object?
  }

  /// Returns a list's objects, which the caller releases, and frees the list.
  func takeObjects(of list: Object?) throws(GIOError) -> [Object] {
    let free: @convention(c) (Object?) -> Void = try function("g_list_free")
    defer { free(list) }
    var objects: [Object] = []
    var next = list
    while let node = next?.assumingMemoryBound(to: CList.self).pointee {
      if let object = node.data { objects.append(object) }
      next = node.next
    }
    return objects
  }
}
