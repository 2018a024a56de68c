import Platform

/// The folder of the user's own filters.
package enum FilterFolder {
  /// Returns the folder's path, without a slash at its end; `nil` if the environment has no home
  /// folder.
  ///
  /// It is `fresnel/filters` in `$XDG_CONFIG_HOME`, or else in `$HOME/.config`. The folder need not
  /// exist.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    BaseFolder.configuration.path(environment: environment).map {
      $0 + Array("/fresnel/filters".utf8)
    }
  }
}
