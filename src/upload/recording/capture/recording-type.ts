/** Best first: types that every player plays without encoding, then any that this browser can write. */
const TYPES = [
  ['video/mp4', 'avc1.42E01F', 'mp4a.40.2'],
  ['video/mp4', 'avc1.42E01F', 'opus'],
  ['video/mp4', 'vp9', 'opus'],
  ['video/mp4'],
  ['video/webm', 'vp9', 'opus'],
  ['video/webm', 'vp8', 'opus'],
  ['video/webm'],
] as const;

/**
 * The type to record in; empty where the browser has to choose. Without sound its codec is not named: Firefox would wait
 * for it forever.
 */
export function recordingType(isTypeSupported: (type: string) => boolean, hasSound: boolean): string {
  const names = TYPES.map(([container, picture, sound]) => {
    const codecs = [picture, hasSound ? sound : undefined].filter((codec) => codec !== undefined);
    return codecs.length === 0 ? container : `${container};codecs=${codecs.join()}`;
  });
  return names.find(isTypeSupported) ?? '';
}

/** A file's name for a recording that begins at `date`, in the reader's own time: `recording-2026-03-09-1405.mp4`. */
export function recordingName(type: string, date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const moment = two(date.getHours()) + two(date.getMinutes());
  return `recording-${day}-${moment}.${/^video\/(mp4|webm)/.exec(type)?.[1] ?? 'mkv'}`;
}
