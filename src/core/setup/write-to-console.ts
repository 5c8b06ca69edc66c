/**
 * Writes one line for the author of the site. It is the only place of the library that uses the console: everything else
 * reports by errors and events, and this is for mistakes that would stay unnoticed otherwise.
 */
export function writeToConsole(line: string): void {
  console.error(line);
}
