extension ShaderLibrary {
  /// The built-in filters' files, by the filters' names.
  public static let filters: [String: [UInt8]] = [
    "brightness-contrast": PackageResources.brightness_contrast_frag,
    "channel": PackageResources.channel_frag,
    "clipping": PackageResources.clipping_frag,
    "color-blindness": PackageResources.color_blindness_frag,
    "exposure": PackageResources.exposure_frag,
    "false-color": PackageResources.false_color_frag,
    "gamma": PackageResources.gamma_frag,
    "grayscale": PackageResources.grayscale_frag,
    "hue": PackageResources.hue_frag,
    "invert": PackageResources.invert_frag,
    "levels": PackageResources.levels_frag,
    "lut": PackageResources.lut_frag,
    "posterize": PackageResources.posterize_frag,
    "saturation": PackageResources.saturation_frag,
    "sepia": PackageResources.sepia_frag,
    "threshold": PackageResources.threshold_frag,
    "vignette": PackageResources.vignette_frag,
    "white-balance": PackageResources.white_balance_frag,
  ]
}
