/// The shader files, by name.
///
/// SwiftPM embeds each file as a constant of its own and makes no list of them: this is the list.
public enum ShaderLibrary {
  /// The text of every file, by its file name.
  public static let files: [String: [UInt8]] = [
    "backdrop.frag": PackageResources.backdrop_frag,
    "chain.frag": PackageResources.chain_frag,
    "filter-prelude.frag": PackageResources.filter_prelude_frag,
    "filter-source.frag": PackageResources.filter_source_frag,
    "image.frag": PackageResources.image_frag,
    "light.frag": PackageResources.light_frag,
    "sprite.vert": PackageResources.sprite_vert,
    "tile.frag": PackageResources.tile_frag,
    "tile.vert": PackageResources.tile_vert,
  ]

  /// The text of a file; empty where there is none of that name.
  public static func text(_ name: String) -> [UInt8] { files[name] ?? [] }
}
