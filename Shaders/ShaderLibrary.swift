/// The shader files, by name.
///
/// SwiftPM embeds each file as a constant of its own and makes no list of them: this is the list.
public enum ShaderLibrary {
  /// The text of every file, by its file name.
  public static let files: [String: [UInt8]] = [
    "chain.frag": PackageResources.chain_frag,
    "tile.frag": PackageResources.tile_frag,
    "tile.vert": PackageResources.tile_vert,
  ]

  /// The text of a file; empty where there is none of that name.
  public static func text(_ name: String) -> [UInt8] { files[name] ?? [] }
}
