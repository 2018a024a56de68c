# Completions of fresnel for bash; written by: fresnel commands --format bash
_fresnel() {
  local IFS=$' \t\n' word=${COMP_WORDS[COMP_CWORD]} part=view key words= files=
  local previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if ((COMP_CWORD > 1)); then
    case ${COMP_WORDS[1]} in
      render | cut | filters | formats | commands | keys | tell) part=${COMP_WORDS[1]} ;;
    esac
  fi
  key=$part
  if [[ $part == tell ]] && ((COMP_CWORD > 2)); then
    key="tell . ${COMP_WORDS[*]:3:COMP_CWORD-3}"
    key=${key% }
  elif [[ $word == -* ]]; then
    key="$part -"
  elif ((COMP_CWORD == 1)); then
    key=first
  elif [[ $previous == -* ]]; then
    key="$part $previous"
  fi
  case $key in
    first)
      words='
        render
        cut
        filters
        formats
        commands
        keys
        tell
      '
      files=1
      ;;
    view)
      files=1
      ;;
    view\ -)
      words='
        --zoom
        --center
        --fullscreen
        --bar
        --geometry
        --background
        --on-next
        --filter
        --header-file
        --allow-network
        --reuse
        --listen
        --listen-trusted
        --stats
        --print-marked
        -0
        --version
        -h
        --help
      '
      ;;
    view\ --fullscreen)
      files=1
      ;;
    view\ --bar)
      words='
        auto
        pinned
        off
      '
      ;;
    view\ --on-next)
      words='
        fit
        keep
      '
      ;;
    view\ --header-file)
      files=1
      ;;
    view\ --reuse)
      files=1
      ;;
    view\ --listen)
      files=1
      ;;
    view\ --listen-trusted)
      files=1
      ;;
    view\ --stats)
      files=1
      ;;
    view\ --print-marked)
      files=1
      ;;
    view\ -0)
      files=1
      ;;
    view\ --version)
      files=1
      ;;
    view\ -h)
      files=1
      ;;
    view\ --help)
      files=1
      ;;
    render)
      files=1
      ;;
    render\ -)
      words='
        -o
        --output
        --size
        --zoom
        --center
        --frame
        --filter
        --exposure
        --header-file
        --allow-network
        --stats
        -h
        --help
      '
      ;;
    render\ -o)
      files=1
      ;;
    render\ --output)
      files=1
      ;;
    render\ --header-file)
      files=1
      ;;
    render\ --stats)
      files=1
      ;;
    render\ -h)
      files=1
      ;;
    render\ --help)
      files=1
      ;;
    cut)
      files=1
      ;;
    cut\ -)
      words='
        -o
        --output
        --layout
        --tile-size
        --overlap
        --format
        --quality
        --region
        --kernel
        --filter
        --frame
        --id
        --jobs
        --header-file
        --allow-network
        -h
        --help
      '
      ;;
    cut\ -o)
      files=1
      ;;
    cut\ --output)
      files=1
      ;;
    cut\ --layout)
      words='
        dzi
        zoomify
        iiif
        iiif3
        xyz
        rowcol
      '
      ;;
    cut\ --format)
      words='
        jpg
        png
        webp
      '
      ;;
    cut\ --kernel)
      words='
        box
        lanczos
      '
      ;;
    cut\ --header-file)
      files=1
      ;;
    cut\ -h)
      files=1
      ;;
    cut\ --help)
      files=1
      ;;
    filters\ -)
      words='
        -h
        --help
      '
      ;;
    formats\ -)
      words='
        -h
        --help
      '
      ;;
    commands\ -)
      words='
        --format
        -h
        --help
      '
      ;;
    commands\ --format)
      words='
        text
        json
        markdown
        man
        bash
        zsh
        fish
      '
      ;;
    keys\ -)
      words='
        --preset
        -h
        --help
      '
      ;;
    keys\ --preset)
      words='
        gnome
        vi
        feh
      '
      ;;
    tell)
      files=1
      ;;
    tell\ -)
      words='
        -h
        --help
      '
      ;;
    tell\ -h)
      files=1
      ;;
    tell\ --help)
      files=1
      ;;
    tell\ .)
      words='
        open
        open-path
        copy
        copy-picture
        copy-path
        paste
        show-in-folder
        trash
        delete
        undo
        rename
        copy-to
        move-to
        copy-colour
        open-with
        print
        wallpaper
        reload
        next
        previous
        first
        last
        go
        next-page
        previous-page
        zoom-in
        zoom-out
        zoom-to
        zoom-by
        fit
        fill
        actual-size
        pan-left
        pan-right
        pan-up
        pan-down
        pan
        turn-right
        turn-left
        rotate
        mirror
        turn-file-right
        turn-file-left
        rotate-file
        mirror-file
        play
        slower
        faster
        expose-more
        expose-less
        expose
        filter-panel
        next-filter
        previous-filter
        filter
        toggle-filters
        compare
        split
        save
        save-view
        mark
        mark-range
        invert-marks
        unmark-all
        next-marked
        previous-marked
        menu
        palette
        keys
        full-screen
        pixels
        tile-outlines
        bar
        script
        back
        quit
        set
        get
        observe
        unobserve
      '
      ;;
    tell\ .\ get)
      words='
        file
        index
        count
        page
        pages
        width
        height
        zoom
        center
        rotation
        mirrored
        frame
        frames
        playing
        speed
        exposure
        filters
        full-screen
        settled
        error
        marked
        marks
        filter-panel
        filtered
        comparing
        split
        crisp
        tile-outlines
        bar
      '
      ;;
    tell\ .\ observe\ *)
      words='
        file
        index
        count
        page
        pages
        width
        height
        zoom
        center
        rotation
        mirrored
        frame
        frames
        playing
        speed
        exposure
        filters
        full-screen
        settled
        error
        marked
        marks
        filter-panel
        filtered
        comparing
        split
        crisp
        tile-outlines
        bar
      '
      ;;
    tell\ .\ set)
      words='
        animation
        glide
        elastic-limit
        edge-policy
        wheel-step
        wheel-sensitivity
        wheel-pans
        invert-wheel
        touchpad-scroll
        touchpad-zoom
        invert-touchpad
        double-click
        on-next
        magnification
        tone-mapping
        background
        svg-background
        bar
        theme
        tile-fade
        recent-files
        filter
      '
      ;;
    tell\ .\ set\ animation)
      words='
        true
        false
      '
      ;;
    tell\ .\ set\ glide)
      words='
        true
        false
      '
      ;;
    tell\ .\ set\ edge-policy)
      words='
        inside
        centred
        free
      '
      ;;
    tell\ .\ set\ wheel-pans)
      words='
        true
        false
      '
      ;;
    tell\ .\ set\ invert-wheel)
      words='
        true
        false
      '
      ;;
    tell\ .\ set\ invert-touchpad)
      words='
        true
        false
      '
      ;;
    tell\ .\ set\ double-click)
      words='
        auto
      '
      ;;
    tell\ .\ set\ on-next)
      words='
        fit
        keep
      '
      ;;
    tell\ .\ set\ magnification)
      words='
        auto
        smooth
        crisp
      '
      ;;
    tell\ .\ set\ tone-mapping)
      words='
        bt2390
        reinhard
        clip
      '
      ;;
    tell\ .\ set\ svg-background)
      words='
        none
      '
      ;;
    tell\ .\ set\ bar)
      words='
        auto
        pinned
        off
      '
      ;;
    tell\ .\ set\ theme)
      words='
        auto
        dark
        light
      '
      ;;
    tell\ .\ set\ recent-files)
      words='
        on
        private
        off
      '
      ;;
    tell\ .\ open)
      files=1
      ;;
    tell\ .\ open\ *)
      files=1
      ;;
    tell\ .\ rotate)
      words='
        90
        180
        270
        -90
        -180
        -270
      '
      ;;
    tell\ .\ rotate-file)
      words='
        90
        180
        270
        -90
        -180
        -270
      '
      ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
  if [[ -n $files ]]; then
    if ((${#COMPREPLY[@]} > 0)); then
      local file
      compopt -o filenames
      while read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word")
    else
      compopt -o default
    fi
  fi
}
complete -F _fresnel fresnel
