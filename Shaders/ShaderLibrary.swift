/// The shader files, by name.
///
/// SwiftPM embeds each file as a constant and doesn't list them, so this table does.
public enum ShaderLibrary {
  /// The source of every shader file, by file name.
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

  /// Returns the source of a file; empty if there is none with that name.
  public static func text(_ name: String) -> [UInt8] { files[name] ?? [] }
}
