# Completions of fresnel for fish; written by: fresnel commands --format fish
function __fresnel_complete
    set -l tokens (commandline -opc)
    set -l word (commandline -ct)
    set -l part view
    if test (count $tokens) -gt 1; and contains -- $tokens[2] render cut filters formats commands keys tell
        set part $tokens[2]
    end
    set -l key $part
    if test $part = tell; and test (count $tokens) -gt 2
        set -l rest $tokens
        set -e rest[1..3]
        set key (string join ' ' tell . $rest)
    else if string match -q -- '-*' $word
        set key "$part -"
    else if test (count $tokens) -eq 1
        set key first
    else if string match -q -- '-*' $tokens[-1]
        set key "$part $tokens[-1]"
    end
    switch $key
        case 'first'
            printf '%s\n' \
                'render	Write a view of a picture to a PNG file, without a window or an X server.' \
                'cut	Cut a picture into tiles: Deep Zoom, Zoomify, IIIF, map tiles or rows and columns.' \
                'filters	List the filters with their parameters, ranges and [defaults].' \
                'formats	List the formats that this installation reads, each with its library.' \
                'commands	List the commands with their values, default keys and meaning.' \
                'keys	List the keys in use, with your own from ~/.config/fresnel/config.toml.' \
                'tell	Send a command to a window that was started with --listen SOCKET.'
            __fish_complete_path $word
        case 'view'
            __fish_complete_path $word
        case 'view -'
            printf '%s\n' \
                '--zoom	The first picture\'s zoom: fit, a scale (1 is 100 %) or a percentage.' \
                '--center	The point of the first picture to put into the middle: X,Y in image pixels.' \
                '--fullscreen	Start in full screen.' \
                '--bar	The bar of buttons: auto (while the pointer moves), pinned (always) or off.' \
                '--geometry	The window\'s size and position: WxH, WxH+X+Y or +X+Y.' \
                '--background	The colour around the picture: six hexadecimal digits.' \
                '--on-next	The zoom when you go to another picture: fit it, or keep zoom and position.' \
                '--filter	The filters to apply, such as exposure(stops=0.5),sharpen(0.7); see “fresnel filters”.' \
                '--header-file	A file of header lines to send to servers, such as tokens, each below its server.' \
                '--allow-network	Fetch what files on the disk name from this host; without a host, from any.' \
                '--reuse	Open the pictures in the window of an earlier start with --reuse, if there is one.' \
                '--listen	Listen on a local socket for other programs; see Documentation/Scripts.md.' \
                '--listen-trusted	Let these programs save pictures and run scripts without asking.' \
                '--stats	Print measurements as JSON on exit.' \
                '--print-marked	Print the marked files\' paths on exit, each on a line.' \
                '-0	End printed paths with a zero byte instead of a newline.' \
                '--version	Show the version.' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'view --fullscreen'
            __fish_complete_path $word
        case 'view --bar'
            printf '%s\n' \
                'auto' \
                'pinned' \
                'off'
        case 'view --on-next'
            printf '%s\n' \
                'fit' \
                'keep'
        case 'view --header-file'
            __fish_complete_path $word
        case 'view --reuse'
            __fish_complete_path $word
        case 'view --listen'
            __fish_complete_path $word
        case 'view --listen-trusted'
            __fish_complete_path $word
        case 'view --stats'
            __fish_complete_path $word
        case 'view --print-marked'
            __fish_complete_path $word
        case 'view -0'
            __fish_complete_path $word
        case 'view --version'
            __fish_complete_path $word
        case 'view -h'
            __fish_complete_path $word
        case 'view --help'
            __fish_complete_path $word
        case 'render'
            __fish_complete_path $word
        case 'render -'
            printf '%s\n' \
                '-o	The PNG file to write.' \
                '--output	The PNG file to write.' \
                '--size	The size of the view in pixels: WxH.' \
                '--zoom	fit, a scale (1 is 100 %) or a percentage.' \
                '--center	The point of the picture to put into the middle: X,Y in image pixels.' \
                '--frame	The page of the file, or the frame of an animation, counted from 0.' \
                '--filter	The filters to apply, such as exposure(stops=0.5),sharpen(0.7); see “fresnel filters”.' \
                '--exposure	The exposure in stops, -16 to 16; each stop doubles the light.' \
                '--header-file	A file of header lines to send to servers, such as tokens, each below its server.' \
                '--allow-network	Fetch what files on the disk name from this host; without a host, from any.' \
                '--stats	Print measurements as JSON.' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'render -o'
            __fish_complete_path $word
        case 'render --output'
            __fish_complete_path $word
        case 'render --header-file'
            __fish_complete_path $word
        case 'render --stats'
            __fish_complete_path $word
        case 'render -h'
            __fish_complete_path $word
        case 'render --help'
            __fish_complete_path $word
        case 'cut'
            __fish_complete_path $word
        case 'cut -'
            printf '%s\n' \
                '-o	The output: OUT.dzi and the folder OUT_files, or the folder OUT.' \
                '--output	The output: OUT.dzi and the folder OUT_files, or the folder OUT.' \
                '--layout	How tiles are arranged.' \
                '--tile-size	The edge of a tile in pixels, 32 to 1024; by default 254 for dzi and 256 for others.' \
                '--overlap	By how many pixels tiles of dzi overlap each neighbour; by default 1.' \
                '--format	The format of the tiles.' \
                '--quality	Quality of jpg and webp, 1 to 100.' \
                '--region	The part of the picture to cut: X,Y,WxH in image pixels.' \
                '--kernel	How each level is made from the one before, in linear light.' \
                '--filter	The filters to apply, such as exposure(stops=0.5),sharpen(0.7); see “fresnel filters”.' \
                '--frame	The page of the file, or the frame of an animation, counted from 0.' \
                '--id	The address that the IIIF folder will have.' \
                '--jobs	The number of threads that make tiles; by default one per processor.' \
                '--header-file	A file of header lines to send to servers, such as tokens, each below its server.' \
                '--allow-network	Fetch what files on the disk name from this host; without a host, from any.' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'cut -o'
            __fish_complete_path $word
        case 'cut --output'
            __fish_complete_path $word
        case 'cut --layout'
            printf '%s\n' \
                'dzi' \
                'zoomify' \
                'iiif' \
                'iiif3' \
                'xyz' \
                'rowcol'
        case 'cut --format'
            printf '%s\n' \
                'jpg' \
                'png' \
                'webp'
        case 'cut --kernel'
            printf '%s\n' \
                'box' \
                'lanczos'
        case 'cut --header-file'
            __fish_complete_path $word
        case 'cut -h'
            __fish_complete_path $word
        case 'cut --help'
            __fish_complete_path $word
        case 'filters -'
            printf '%s\n' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'formats -'
            printf '%s\n' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'commands -'
            printf '%s\n' \
                '--format	The format: text, json, markdown, man, or completions for bash, zsh or fish.' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'commands --format'
            printf '%s\n' \
                'text' \
                'json' \
                'markdown' \
                'man' \
                'bash' \
                'zsh' \
                'fish'
        case 'keys -'
            printf '%s\n' \
                '--preset	Print the lines of a preset instead, as for config.toml.' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'keys --preset'
            printf '%s\n' \
                'gnome' \
                'vi' \
                'feh'
        case 'tell'
            __fish_complete_path $word
        case 'tell -'
            printf '%s\n' \
                '-h	Show help information.' \
                '--help	Show help information.'
        case 'tell -h'
            __fish_complete_path $word
        case 'tell --help'
            __fish_complete_path $word
        case 'tell .'
            printf '%s\n' \
                'open	Opens files, folders or addresses; without any, you choose files.' \
                'open-path	Opens a file, a folder or an address that you type, with completion.' \
                'copy	Copies the picture as you see it, its file and its path.' \
                'copy-picture	Copies the picture as you see it, for programs that would attach the file.' \
                'copy-path	Copies the path.' \
                'paste	Opens the picture, the files or the address that was copied.' \
                'show-in-folder	Shows the file in the desktop\'s file manager.' \
                'trash	Moves the marked files, or the shown one, to the trash.' \
                'delete	Asks, then deletes the marked files, or the shown one, for good.' \
                'undo	Undoes the last change to files; the last 100 can be undone.' \
                'rename	Renames the shown file.' \
                'copy-to	Copies the marked files, or the shown one, to a folder.' \
                'move-to	Moves the marked files, or the shown one, to a folder.' \
                'copy-colour	Copies the colour of the picture\'s pixel under the pointer, as `#rrggbb`.' \
                'open-with	Opens the marked files, or the shown one, with another program.' \
                'print	Prints the whole picture as you see it.' \
                'wallpaper	Sets the whole picture as you see it as the wallpaper, after a question.' \
                'reload	Opens the picture\'s newest version, and lists its folder again.' \
                'next	Goes to the next picture, or forward by a number of pictures.' \
                'previous	Goes to the previous picture, or back by a number of pictures.' \
                'first	Goes to the first picture.' \
                'last	Goes to the last picture.' \
                'go	Goes to the picture with a number; with a sign, that many pictures forward or back.' \
                'next-page	Goes to the next page of a file or frame of an animation.' \
                'previous-page	Goes to the previous page of a file or frame of an animation.' \
                'zoom-in	Zooms in by one step of the wheel.' \
                'zoom-out	Zooms out by one step of the wheel.' \
                'zoom-to	Zooms to a scale; 1 is 100 %, one image pixel per device pixel.' \
                'zoom-by	Multiplies the zoom by a factor.' \
                'fit	Shows the whole picture.' \
                'fill	Enlarges a small picture until it fills the window.' \
                'actual-size	Zooms to 100 %, one image pixel per device pixel.' \
                'pan-left	Pans to the left; goes to the previous picture if the whole width is visible.' \
                'pan-right	Pans to the right; goes to the next picture if the whole width is visible.' \
                'pan-up	Pans up.' \
                'pan-down	Pans down.' \
                'pan	Pans to the right and down by fractions of the window.' \
                'turn-right	Turns by 90° to the right.' \
                'turn-left	Turns by 90° to the left.' \
                'rotate	Turns to the right by an angle of 90, 180 or 270 degrees.' \
                'mirror	Mirrors left to right.' \
                'turn-file-right	Turns the marked files, or the shown one, by 90° to the right, without loss.' \
                'turn-file-left	Turns the marked files, or the shown one, by 90° to the left, without loss.' \
                'rotate-file	Turns the marked files, or the shown one, to the right by an angle, without loss.' \
                'mirror-file	Mirrors the marked files, or the shown one, left to right, without loss.' \
                'play	Plays or stops an animation.' \
                'slower	Plays an animation slower.' \
                'faster	Plays an animation faster.' \
                'expose-more	Brightens by a quarter of a stop.' \
                'expose-less	Darkens by a quarter of a stop.' \
                'expose	Brightens by a number of stops; a negative one darkens.' \
                'filter-panel	Shows or hides the panel that adds, sets and orders filters.' \
                'next-filter	Cycles through grayscale, invert, clipping, focus peaking, edges and false colour.' \
                'previous-filter	Cycles through the inspection filters backwards.' \
                'filter	Sets the filters, as for --filter; an empty chain removes them.' \
                'toggle-filters	Switches the filters off and on.' \
                'compare	Shows the original, without filters, while the key is held.' \
                'split	Shows the original on the left of a line that can be dragged.' \
                'save	Saves the whole picture with its filters.' \
                'save-view	Saves the visible part of the picture.' \
                'mark	Marks the shown file for file commands, or removes its mark.' \
                'mark-range	Marks all files from the last marked one to the shown one.' \
                'invert-marks	Marks the unmarked files, and unmarks the others.' \
                'unmark-all	Removes all marks.' \
                'next-marked	Goes to the next marked file.' \
                'previous-marked	Goes to the previous marked file.' \
                'menu	Shows the menu.' \
                'palette	Finds commands by name and performs the chosen one.' \
                'keys	Shows the keys.' \
                'full-screen	Enters or leaves full screen.' \
                'pixels	Switches between smooth and crisp pixels beyond 100 %.' \
                'tile-outlines	Outlines the tiles, with level and age; green tiles are at the view\'s own scale.' \
                'bar	Pins the bar of buttons, or lets it hide again.' \
                'script	Runs a script from the settings with the marked files, or the shown one, as its input.' \
                'back	Closes a panel, leaves full screen, or quits.' \
                'quit	Quits.' \
                'set	Changes a setting of config.toml until the window closes.' \
                'get	Prints a property, or all.' \
                'observe	Reports a property whenever it changes.' \
                'unobserve	Ends that.'
        case 'tell . get'
            printf '%s\n' \
                'file	The picture\'s absolute path; its address; or a file:// URI for a name not in UTF-8.' \
                'index	The picture\'s number in the list, from 1.' \
                'count	The number of pictures in the list; it grows while folders are read.' \
                'page	The page of the file, from 1.' \
                'pages	The number of pages of the file.' \
                'width	The picture\'s width in pixels, upright.' \
                'height	The picture\'s height in pixels, upright.' \
                'zoom	Device pixels per image pixel; 1 is 100 %.' \
                'center	The point of the picture in the middle of the window, as X,Y in image pixels.' \
                'rotation	The angle by which the picture is turned to the right: 0, 90, 180 or 270.' \
                'mirrored	True if left and right are swapped, before the rotation.' \
                'frame	The frame of an animation, from 1.' \
                'frames	The number of frames of an animation, once known.' \
                'playing	True while an animation plays.' \
                'speed	The speed of an animation; 1 is its own.' \
                'exposure	The exposure in stops; positive ones brighten.' \
                'filters	The filters, as for --filter.' \
                'full-screen	True in full screen.' \
                'settled	True if the picture is complete at its size, and nothing moves.' \
                'error	Why the picture can\'t be shown.' \
                'marked	True if the picture\'s file is marked.' \
                'marks	The number of marked files.' \
                'filter-panel	True while the filter panel is open.' \
                'filtered	True if there are filters, and they are switched on.' \
                'comparing	True while the picture is shown without its filters.' \
                'split	True while the split line is shown.' \
                'crisp	True if image pixels have crisp edges beyond 100 %.' \
                'tile-outlines	True while the tiles are outlined.' \
                'bar	True while the bar of buttons is pinned.'
        case 'tell . observe *'
            printf '%s\n' \
                'file	The picture\'s absolute path; its address; or a file:// URI for a name not in UTF-8.' \
                'index	The picture\'s number in the list, from 1.' \
                'count	The number of pictures in the list; it grows while folders are read.' \
                'page	The page of the file, from 1.' \
                'pages	The number of pages of the file.' \
                'width	The picture\'s width in pixels, upright.' \
                'height	The picture\'s height in pixels, upright.' \
                'zoom	Device pixels per image pixel; 1 is 100 %.' \
                'center	The point of the picture in the middle of the window, as X,Y in image pixels.' \
                'rotation	The angle by which the picture is turned to the right: 0, 90, 180 or 270.' \
                'mirrored	True if left and right are swapped, before the rotation.' \
                'frame	The frame of an animation, from 1.' \
                'frames	The number of frames of an animation, once known.' \
                'playing	True while an animation plays.' \
                'speed	The speed of an animation; 1 is its own.' \
                'exposure	The exposure in stops; positive ones brighten.' \
                'filters	The filters, as for --filter.' \
                'full-screen	True in full screen.' \
                'settled	True if the picture is complete at its size, and nothing moves.' \
                'error	Why the picture can\'t be shown.' \
                'marked	True if the picture\'s file is marked.' \
                'marks	The number of marked files.' \
                'filter-panel	True while the filter panel is open.' \
                'filtered	True if there are filters, and they are switched on.' \
                'comparing	True while the picture is shown without its filters.' \
                'split	True while the split line is shown.' \
                'crisp	True if image pixels have crisp edges beyond 100 %.' \
                'tile-outlines	True while the tiles are outlined.' \
                'bar	True while the bar of buttons is pinned.'
        case 'tell . set'
            printf '%s\n' \
                'animation	Animate the view and play animations; if false, every change is immediate and animations wait for the key a.' \
                'glide	Let a picture that is released in motion glide on.' \
                'elastic-limit	How far a picture can be pulled past its edge, as a fraction of the window; 0 makes edges hard.' \
                'edge-policy	Where a picture may come to rest: without gaps, with any of its points in the middle, or anywhere.' \
                'wheel-step	The zoom factor of one wheel detent, and of the zoom keys.' \
                'wheel-sensitivity	How many steps each detent of the wheel makes.' \
                'wheel-pans	Pan with the wheel, and zoom with it only while Ctrl is held.' \
                'invert-wheel	Reverse the wheel\'s direction.' \
                'touchpad-scroll	The speed of panning with two fingers, relative to the default.' \
                'touchpad-zoom	The speed of zooming by pinching, or with two fingers and Ctrl, relative to the default.' \
                'invert-touchpad	Reverse the direction of scrolling on a touchpad.' \
                'double-click	The zoom that a double-click goes to: "auto" suits the picture, 1 is 100 %.' \
                'on-next	The zoom when you go to another picture, as for --on-next.' \
                'magnification	How pixels look beyond 100 %; "auto" is smooth up to 200 %, and crisp beyond.' \
                'tone-mapping	How highlights brighter than the screen\'s white are shown: rolled off, compressed, or clipped.' \
                'background	The colour around the picture, as for --background.' \
                'svg-background	The colour behind transparent parts of SVG drawings; "none" shows a checkerboard.' \
                'bar	When the bar of buttons is shown: while the pointer moves, always, or never.' \
                'theme	The colours of panels: light if the desktop prefers light, else dark; or always one of them.' \
                'tile-fade	How long a tile fades in over a coarser one, in milliseconds; 0 shows it at once.' \
                'recent-files	Remember the files that you look at, for the empty window, Open… and other programs; "private" only offers those remembered before.' \
                'filter	The filters that windows start with, as for --filter.'
        case 'tell . set animation'
            printf '%s\n' \
                'true' \
                'false'
        case 'tell . set glide'
            printf '%s\n' \
                'true' \
                'false'
        case 'tell . set edge-policy'
            printf '%s\n' \
                'inside' \
                'centred' \
                'free'
        case 'tell . set wheel-pans'
            printf '%s\n' \
                'true' \
                'false'
        case 'tell . set invert-wheel'
            printf '%s\n' \
                'true' \
                'false'
        case 'tell . set invert-touchpad'
            printf '%s\n' \
                'true' \
                'false'
        case 'tell . set double-click'
            printf '%s\n' \
                'auto'
        case 'tell . set on-next'
            printf '%s\n' \
                'fit' \
                'keep'
        case 'tell . set magnification'
            printf '%s\n' \
                'auto' \
                'smooth' \
                'crisp'
        case 'tell . set tone-mapping'
            printf '%s\n' \
                'bt2390' \
                'reinhard' \
                'clip'
        case 'tell . set svg-background'
            printf '%s\n' \
                'none'
        case 'tell . set bar'
            printf '%s\n' \
                'auto' \
                'pinned' \
                'off'
        case 'tell . set theme'
            printf '%s\n' \
                'auto' \
                'dark' \
                'light'
        case 'tell . set recent-files'
            printf '%s\n' \
                'on' \
                'private' \
                'off'
        case 'tell . open'
            __fish_complete_path $word
        case 'tell . open *'
            __fish_complete_path $word
        case 'tell . rotate'
            printf '%s\n' \
                '90' \
                '180' \
                '270' \
                '-90' \
                '-180' \
                '-270'
        case 'tell . rotate-file'
            printf '%s\n' \
                '90' \
                '180' \
                '270' \
                '-90' \
                '-180' \
                '-270'
    end
end
complete -c fresnel -f -a '(__fresnel_complete)'
