/// The files of keys that come with the program.
///
/// They replace the default keys that mean something else in another program; all other keys stay.
/// SwiftPM embeds each file as a constant and doesn't list them, so this table does.
package enum KeyFiles {
  /// The files' contents by name, without `.toml`, in the order of documents.
  package static let all: [(name: String, bytes: [UInt8])] = [
    ("gnome", PackageResources.gnome_toml),
    ("vi", PackageResources.vi_toml),
    ("feh", PackageResources.feh_toml),
  ]
}
