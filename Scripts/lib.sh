# What the scripts share; sourced, never run. It goes to the package's folder and finds Swift.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

cache="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/fresnel"

# Puts a Swift 6 toolchain on PATH, from the places where its installers leave it.
need_swift() {
  local place
  for place in "" "${SWIFTLY_BIN_DIR:-}" "${HOME:-}/.local/share/swiftly/bin" /opt/swift/usr/bin \
    /usr/libexec/swift/bin; do
    if [[ -z $place ]]; then
      command -v swift >/dev/null || continue
    else
      [[ -x $place/swift ]] || continue
      PATH="$place:$PATH"
    fi
    case "$(swift --version 2>/dev/null)" in
      *"Swift version "[6-9]*) return ;;
    esac
  done
  fail "Fresnel is built with Swift 6.1 or newer, which is not here: see https://swift.org/install"
}
