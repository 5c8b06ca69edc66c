/**
 * Makes a test of paths from a pattern: `*` matches anything within a segment, `**` for anything at all.
 *
 * It walks instead of building an expression, so that no pattern can make it slow.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const parts = pattern.split(/(\*{1,2})/).filter((part) => part !== '');
  return (path) => {
    // Where in the path one may be, having read the parts so far.
    let places = new Set([0]);
    for (const part of parts) {
      const next = new Set<number>();
      for (const at of places) {
        if (part === '*' || part === '**') spread(path, at, part === '**', next);
        else if (path.startsWith(part, at)) next.add(at + part.length);
      }
      places = next;
    }
    return places.has(path.length);
  };
}

function spread(path: string, from: number, everywhere: boolean, places: Set<number>): void {
  for (let at = from; at <= path.length && !places.has(at); at++) {
    places.add(at);
    if (!everywhere && path[at] === '/') return;
  }
}
