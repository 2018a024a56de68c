import Glibc

/// The libraries that draw text, loaded when the first text is drawn.
///
/// Most runs of the viewer draw no text, and loading Pango, cairo and their dependencies takes
/// longer than everything else before the first picture, so they are not linked.
package struct TextLibraries {
  /// The libraries' file names for the dynamic linker.
  package struct Names: Sendable {
    package var pangoCairo = "libpangocairo-1.0.so.0"
    package var pango = "libpango-1.0.so.0"
    package var cairo = "libcairo.so.2"
    package var object = "libgobject-2.0.so.0"

    /// Creates Debian's names.
    package init() {}
  }

  let cairo: CairoFunctions
  let pango: PangoFunctions

  /// Loads the libraries for the rest of the process's life, since they can't be unloaded safely.
  init(_ names: Names = Names()) throws(TextLibraryError) {
    let object = try LoadedLibrary(names.object)
    cairo = try CairoFunctions(LoadedLibrary(names.cairo))
    pango = try PangoFunctions(
      LoadedLibrary(names.pango), pangoCairo: LoadedLibrary(names.pangoCairo), object: object)
  }
}

/// Why text can't be drawn, in the dynamic linker's words.
struct TextLibraryError: Error, Hashable {
  /// The library and the error.
  let reason: String
}

struct LoadedLibrary {
  private let handle: UnsafeMutableRawPointer

  init(_ name: String) throws(TextLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw TextLibraryError(reason: dlerror().map { String(cString: $0) } ?? "\(name) is missing")
    }
    self.handle = handle
  }

  /// Returns a function; its type must match the library's header, since nothing checks it.
  func function<Function>(
    _ name: String, as type: Function.Type = Function.self
  ) throws(TextLibraryError) -> Function {
    guard let address = dlsym(handle, name) else {
      throw TextLibraryError(reason: "\(name) is missing in a text library")
    }
    return unsafeBitCast(address, to: type)
  }
}
