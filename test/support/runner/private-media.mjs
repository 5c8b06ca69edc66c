// The film under tokens: /media/private/{token}/{status}/… is the same as /media/hls/…, until a request for
// /media/private/{token}/end. From then on everything under the token is answered with that status.
const ended = new Set();

/** A film of a minute, so that the end of it is not in the buffer while the beginning plays. */
function longPlaylist() {
  const segments = Array.from(
    { length: 30 },
    (_, at) =>
      `${at > 0 && at % 4 === 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:2,\n180p/${at % 4}.m4s?n=${at}\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="180p/init_1.mp4"\n${segments.join('')}#EXT-X-ENDLIST\n`;
}

export function privateMedia(context, next) {
  const [, token, status, rest] = /^\/media\/private\/([\w-]+)\/(\w+)(?:\/(.+))?$/.exec(context.path) ?? [];
  if (token === undefined) return next();
  if (status === 'end') {
    ended.add(token);
    context.status = 204;
    return undefined;
  }
  if (ended.has(token)) {
    context.status = Number(status);
    context.body = '';
    return undefined;
  }
  if (rest === 'long.m3u8') {
    context.type = 'application/vnd.apple.mpegurl';
    context.body = longPlaylist();
    return undefined;
  }
  context.path = rest === 'film.mp4' ? '/media/dusk.mp4' : `/media/hls/${rest}`;
  return next();
}
