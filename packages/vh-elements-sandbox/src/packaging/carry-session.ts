/**
 * Writes a session into every address of a playlist, so that every client, a browser's own player too, needs
 * neither a header nor a cookie. The addresses are relative and stay so.
 */
export function carrySession(playlist: string, session: string): string {
  const query = `?avh=${session}`;
  return playlist
    .split('\n')
    .map((line) => {
      if (line.startsWith('#')) return line.replace(/\bURI="([^"]+)"/g, `URI="$1${query}"`);
      return line.trim() === '' ? line : line + query;
    })
    .join('\n');
}
