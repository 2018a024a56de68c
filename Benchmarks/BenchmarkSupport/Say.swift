import Glibc

/// Prints a line without buffering, since the next one may take a while.
package func say(_ line: String) {
  let line = line + "\n"
  _ = write(STDOUT_FILENO, line, line.utf8.count)
}

/// Writes a line to standard error.
package func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}

/// Writes JSON to a file; returns an error message, or `nil` on success.
package func save(_ json: ReportJSON, _ path: String) -> String? {
  guard let file = fopen(path, "w") else { return "\(path): \(String(cString: strerror(errno)))" }
  let isWritten = fputs(json.text() + "\n", file) >= 0
  guard fclose(file) == 0, isWritten else {
    return "\(path): \(String(cString: strerror(errno)))"
  }
  return nil
}
