import Glibc

/// The libraries that draw text, loaded when the first text is drawn.
///
/// Most starts of the viewer draw no text at all; loading Pango, Cairo and what they bring takes
/// longer than everything else that happens before the first picture, so they are not linked.
package struct TextLibraries {
  /// File names as the dynamic linker looks for them.
  package struct Names: Sendable {
    package var pangoCairo = "libpangocairo-1.0.so.0"
    package var pango = "libpango-1.0.so.0"
    package var cairo = "libcairo.so.2"
    package var object = "libgobject-2.0.so.0"

    /// Debian's names.
    package init() {}
  }

  let cairo: CairoFunctions
  let pango: PangoFunctions

  /// Loads the libraries for the rest of the process's life; they don't bear being unloaded.
  init(_ names: Names = Names()) throws(TextLibraryError) {
    let object = try LoadedLibrary(names.object)
    cairo = try CairoFunctions(LoadedLibrary(names.cairo))
    pango = try PangoFunctions(
      LoadedLibrary(names.pango), pangoCairo: LoadedLibrary(names.pangoCairo), object: object)
  }
}

/// Why no text can be drawn, in the dynamic linker's own words.
struct TextLibraryError: Error, Hashable {
  /// Names the library and what it lacks.
  let reason: String
}

/// One library, and its functions by name.
struct LoadedLibrary {
  private let handle: UnsafeMutableRawPointer

  init(_ name: String) throws(TextLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw TextLibraryError(reason: dlerror().map { String(cString: $0) } ?? "\(name) is missing")
    }
    self.handle = handle
  }

  /// Finds a function; its type is what the library's header declares, for nobody checks it.
  func function<Function>(
    _ name: String, as type: Function.Type = Function.self
  ) throws(TextLibraryError) -> Function {
    guard let address = dlsym(handle, name) else {
      throw TextLibraryError(reason: "\(name) is missing in a library that draws text")
    }
    return unsafeBitCast(address, to: type)
  }
}
