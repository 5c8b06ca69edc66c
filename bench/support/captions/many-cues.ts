/** A file of so many cues of a second each. */
export function manyCues(count: number): string {
  const stamp = (seconds: number) => {
    const hours = String(Math.floor(seconds / 3600)).padStart(2, '0');
    return `${hours}:${new Date(seconds * 1000).toISOString().slice(14, 23)}`;
  };
  const words = 'What a person says in a second or two of a film that has no end'.split(' ');
  const cues = Array.from({ length: count }, (_, at) => {
    const said = [...words.slice(at % words.length), ...words.slice(0, at % words.length)].join(' ');
    return `${stamp(at)} --> ${stamp(at + 1)}\n<v Voice${at % 3}>${said}, line ${at}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
