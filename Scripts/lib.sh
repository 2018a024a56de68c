# Shared functions; sourced, never run. It changes to the package's folder and finds Swift.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debug builds of this project optimise pixel loops, see Package.swift.
export FRESNEL_OPTIMIZES_DEBUG=1
# Only Scripts/sanitize may build decoders without a sandbox, whatever the environment says.
unset FRESNEL_SANITIZES

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

# start_server FOLDER [SIZE [OPTION…]]: starts a headless X server, which keeps its screen in the
# folder's file Xvfb_screen0, an X window dump. Its process is $server; the caller ends it.
start_server() {
  local poll
  Xvfb -displayfd 3 -screen 0 "${2:-1280x800}x24" -fbdir "$1" -nolisten tcp -noreset "${@:3}" \
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

# The programs beside the viewer: a decoder for each family of formats, and others.
helpers=(
  fresnel-decode-png fresnel-decode-jpeg fresnel-decode-tiff fresnel-decode-webp
  fresnel-decode-gif fresnel-decode-avif fresnel-decode-heic fresnel-decode-jxl
  fresnel-decode-svg fresnel-decode-pdf fresnel-decode-djvu
  fresnel-decode-classic fresnel-decode-fits
  fresnel-decode-jp2 fresnel-decode-exr fresnel-decode-raw fresnel-decode-slide
  fresnel-decode-tiles fresnel-decode-archive fresnel-decode-profile
  fresnel-fetch fresnel-cut fresnel-turn # no decoders, but sandboxed as well
  fresnel-command                        # executes options and commands for fresnel
)

# Where shells look for completions, below the prefix.
declare -A completions=(
  [bash]=share/bash-completion/completions/fresnel
  [zsh]=share/zsh/site-functions/_fresnel
  [fish]=share/fish/vendor_completions.d/fresnel.fish
)

# The programs that are required to open anything, or the most common formats.
required=(fresnel fresnel-command fresnel-decode-png fresnel-decode-jpeg fresnel-samples)

# build_release PRODUCT…: builds programs of this package for installation.
build_release() { build_release_of . "$@"; }

# build_programs all|first: builds all programs, or those that show the first picture, at once;
# stops at the first error.
build_programs() {
  set_release_flags .
  FRESNEL_BUILDS_PROGRAMS="$1" swift build "${flags[@]}" >&2
}

# build_release_of PACKAGE PRODUCT…: builds programs of a package for installation.
build_release_of() {
  local product
  set_release_flags "$1"
  shift
  for product in "$@"; do
    say "Building $product"
    swift build "${flags[@]}" --product "$product" >&2
  done
}

# set_release_flags PACKAGE: sets $flags to the `swift build` flags for installed programs.
#
# lld, since gold warns about a function in the standard library that is never called. Swift's
# runtime needs libstdc++, whose thousands of symbols cost the loader over 0.5 ms in each process:
# it is linked statically if its archive exists, without exporting its symbols. Addresses of other
# libraries' functions are all bound at the start and read-only afterwards, so that a memory error
# can't replace them; stacks are not executable. Packed relocations (glibc 2.36 and newer) take 7 KB
# of each program where plain ones take 850 KB, which every start reads.
set_release_flags() {
  local archive
  flags=(--package-path "$1" -c release --static-swift-stdlib -Xswiftc -use-ld=lld
    -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker noexecstack
    -Xlinker -z -Xlinker pack-relative-relocs)
  archive=$(find /usr/lib/gcc -name libstdc++.a -print -quit 2>/dev/null || true)
  if [[ -n $archive ]]; then
    # The archive alone in a folder: the linker would prefer a shared library beside it.
    mkdir -p "$cache/libstdc++"
    ln -sf "$archive" "$cache/libstdc++/libstdc++.a"
    flags+=(-Xswiftc "-L$cache/libstdc++" -Xlinker --exclude-libs -Xlinker libstdc++.a)
  fi
}

# Puts a Swift 6 toolchain on PATH, from its usual install locations.
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
  fail "Fresnel needs Swift 6.1 or newer, which is not installed: see https://swift.org/install"
}

# installation_prefix FOLDER [PREFIX]: the install prefix as an absolute path without a trailing
# slash; a relative one is relative to FOLDER.
installation_prefix() {
  local prefix="${2-/usr/local}"
  (($# <= 2)) && [[ -n $prefix && $prefix != -* ]] || fail "usage: ${0##*/} [PREFIX]"
  [[ $prefix == /* ]] || prefix="$1/$prefix"
  while [[ $prefix == */ ]]; do prefix="${prefix%/}"; done
  printf '%s\n' "$prefix"
}

# refresh_desktop PREFIX: notifies file managers and menus of the new program. Without these tools
# they notice by themselves; a package's own installation does it.
refresh_desktop() {
  local icons="$1/share/icons/hicolor"
  if [[ -n ${DESTDIR:-} ]]; then return; fi
  if command -v update-desktop-database >/dev/null && [[ -d $1/share/applications ]]; then
    update-desktop-database -q "$1/share/applications" || true
  fi
  # Don't create a cache: desktops would then ignore icons that are not in it.
  if command -v gtk-update-icon-cache >/dev/null && [[ -e $icons/icon-theme.cache ]]; then
    gtk-update-icon-cache -q -f -t "$icons" || true
  fi
}
