# What the scripts share; sourced, never run. It goes to the package's folder and finds Swift.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debug builds of this project optimise what works on every pixel, as Package.swift says.
export FRESNEL_OPTIMIZES_DEBUG=1
# Only what Scripts/sanitize builds may be without a lock-down, whatever is set outside.
unset FRESNEL_SANITIZES

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

# start_server FOLDER: starts an X server without a screen, which keeps what would be seen in the folder's
# file Xvfb_screen0, an X window dump. Its process is $server; whoever starts it ends it.
start_server() {
  local poll
  Xvfb -displayfd 3 -screen 0 1280x800x24 -fbdir "$1" -nolisten tcp -noreset \
    3>"$1/display" 2>"$1/server" &
  server=$!
  for ((poll = 0; ; poll++)); do
    [[ -s $1/display ]] && break
    kill -0 "$server" 2>/dev/null && ((poll < 200)) || fail "Xvfb: $(tail -n 1 "$1/server")"
    sleep 0.05
  done
  DISPLAY=":$(<"$1/display")"
  export DISPLAY
}

cache="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/fresnel"

# The programs beside the viewer: the decoders, one of each family of formats, and others.
helpers=(
  fresnel-decode-png fresnel-decode-jpeg fresnel-decode-tiff fresnel-decode-webp
  fresnel-decode-gif fresnel-decode-avif fresnel-decode-heic fresnel-decode-jxl
  fresnel-decode-svg fresnel-decode-pdf fresnel-decode-djvu
  fresnel-decode-classic fresnel-decode-fits
  fresnel-decode-jp2 fresnel-decode-exr fresnel-decode-raw fresnel-decode-slide
  fresnel-decode-tiles fresnel-decode-archive fresnel-decode-profile
  fresnel-fetch fresnel-cut # decode nothing, but are locked down as well
  fresnel-command           # what fresnel becomes for options and commands
)

# The programs without which nothing can be opened, or what most people open can't.
required=(fresnel fresnel-command fresnel-decode-png fresnel-decode-jpeg fresnel-samples)

# build_release PRODUCT…: builds programs of this package as they are installed.
build_release() { build_release_of . "$@"; }

# build_programs all|first: builds all programs, or those that show the first picture, in one go, which
# stops at the first error.
build_programs() {
  set_release_flags .
  FRESNEL_BUILDS_PROGRAMS="$1" swift build "${flags[@]}" >&2
}

# build_release_of PACKAGE PRODUCT…: builds programs of a package as they are installed.
build_release_of() {
  local product
  set_release_flags "$1"
  shift
  for product in "$@"; do
    say "Building $product"
    swift build "${flags[@]}" --product "$product" >&2
  done
}

# set_release_flags PACKAGE: sets $flags to what `swift build` is given for programs as they are installed.
#
# lld, since gold warns of a function inside the standard library that is never called. Swift's runtime
# needs libstdc++, whose thousands of symbols take the loader over half a millisecond in each process:
# it is linked in where there is its archive, and nothing of it is shown to other libraries. The
# addresses of functions of other libraries are all found at the start and can't be written after it, so
# that no fault in a library can put others in their place; nothing on a stack can be run.
set_release_flags() {
  local archive
  flags=(--package-path "$1" -c release --static-swift-stdlib -Xswiftc -use-ld=lld
    -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker noexecstack)
  archive=$(find /usr/lib/gcc -name libstdc++.a -print -quit 2>/dev/null || true)
  if [[ -n $archive ]]; then
    # The archive alone in a folder: beside its library the linker would take that.
    mkdir -p "$cache/libstdc++"
    ln -sf "$archive" "$cache/libstdc++/libstdc++.a"
    flags+=(-Xswiftc "-L$cache/libstdc++" -Xlinker --exclude-libs -Xlinker libstdc++.a)
  fi
}

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

# installation_prefix FOLDER [PREFIX]: where to install, as an absolute path without a slash at its end;
# a relative one is seen from FOLDER.
installation_prefix() {
  local prefix="${2-/usr/local}"
  (($# <= 2)) && [[ -n $prefix && $prefix != -* ]] || fail "usage: ${0##*/} [PREFIX]"
  [[ $prefix == /* ]] || prefix="$1/$prefix"
  while [[ $prefix == */ ]]; do prefix="${prefix%/}"; done
  printf '%s\n' "$prefix"
}

# refresh_desktop PREFIX: tells file managers and menus that there is another program. Without
# what does that they find out by themselves; for a package, its own installation does it.
refresh_desktop() {
  local icons="$1/share/icons/hicolor"
  if [[ -n ${DESTDIR:-} ]]; then return; fi
  if command -v update-desktop-database >/dev/null && [[ -d $1/share/applications ]]; then
    update-desktop-database -q "$1/share/applications" || true
  fi
  # Where there is no cache none is made: desktops would believe it, and no other icon beside it.
  if command -v gtk-update-icon-cache >/dev/null && [[ -e $icons/icon-theme.cache ]]; then
    gtk-update-icon-cache -q -f -t "$icons" || true
  fi
}
