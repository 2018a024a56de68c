extension ShaderLibrary {
  /// The built-in filters' files, by the filters' names.
  public static let filters: [String: [UInt8]] = [
    "exposure": PackageResources.exposure_frag
  ]
}
