/// The table as scripts for shells.
///
/// All three have the same steps: find the part of the program, join the words before the cursor
/// as in `CompletionTable.Row`, and look them up.
extension CompletionTable {
  private func head(_ shell: String) -> String {
    "# Completions of fresnel for \(shell); written by: fresnel commands --format \(shell)\n"
  }

  // MARK: Bash

  /// The script for bash, with a newline at its end.
  var bash: String {
    let cases = rows.map { row in
      let pattern = row.words.map { $0 == " " ? "\\ " : String($0) }.joined()
      let words = row.choice.words.map { "        \($0.text)\n" }.joined()
      return "    \(pattern))\n"
        + (words.isEmpty ? "" : "      words='\n\(words)      '\n")
        + (row.choice.takesFiles ? "      files=1\n" : "") + "      ;;\n"
    }
    return head("bash") + """
      _fresnel() {
        local IFS=$' \\t\\n' word=${COMP_WORDS[COMP_CWORD]} part=\(Self.window) key words= files=
        local previous=${COMP_WORDS[COMP_CWORD - 1]}
        COMPREPLY=()
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
            \(parts.joined(separator: " | "))) part=${COMP_WORDS[1]} ;;
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
      \(cases.joined())  esac
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

      """
  }

  // MARK: Zsh

  /// The script for zsh, with a newline at its end.
  var zsh: String {
    let cases = rows.map { row in
      let pattern = row.words.map { $0 == " " ? "\\ " : String($0) }.joined()
      let words = row.choice.words.map { word in
        let summary = word.summary.isEmpty ? "" : ":" + word.summary
        return "        \(Self.quoted(word.text + summary, quote: "'\\''"))\n"
      }
      return "    (\(pattern))\n"
        + (words.isEmpty ? "" : "      choices=(\n\(words.joined())      )\n")
        + (row.choice.takesFiles ? "      files=1\n" : "") + "      ;;\n"
    }
    return "#compdef fresnel\n" + head("zsh") + """
      _fresnel() {
        local part=\(Self.window) key files= previous=$words[CURRENT-1]
        local -a choices
        if ((CURRENT > 2)); then
          case $words[2] in
            (\(parts.joined(separator: "|"))) part=$words[2] ;;
          esac
        fi
        key=$part
        if [[ $part == tell ]] && ((CURRENT > 3)); then
          key="tell . ${(j: :)words[4,CURRENT-1]}"
          key=${key% }
        elif [[ $PREFIX == -* ]]; then
          key="$part -"
        elif ((CURRENT == 2)); then
          key=first
        elif [[ $previous == -* ]]; then
          key="$part $previous"
        fi
        case $key in
      \(cases.joined())  esac
        if (($#choices)); then _describe -t words word choices; fi
        if [[ -n $files ]]; then _files; fi
      }
      _fresnel "$@"

      """
  }

  // MARK: Fish

  /// The script for fish, with a newline at its end.
  var fish: String {
    let cases = rows.map { row in
      let words = row.choice.words.map { word in
        let summary = word.summary.isEmpty ? "" : "\t" + word.summary
        return " \\\n                \(Self.quoted(word.text + summary, quote: "\\'"))"
      }
      return "        case '\(row.words)'\n"
        + (words.isEmpty ? "" : "            printf '%s\\n'\(words.joined())\n")
        + (row.choice.takesFiles ? "            __fish_complete_path $word\n" : "")
    }
    return head("fish") + """
      function __fresnel_complete
          set -l tokens (commandline -opc)
          set -l word (commandline -ct)
          set -l part \(Self.window)
          if test (count $tokens) -gt 1; and contains -- $tokens[2] \(parts.joined(separator: " "))
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
      \(cases.joined())    end
      end
      complete -c fresnel -f -a '(__fresnel_complete)'

      """
  }

  /// Returns a text in single quotes.
  private static func quoted(_ text: String, quote: String) -> String {
    "'" + text.map { $0 == "'" ? quote : String($0) }.joined() + "'"
  }
}
