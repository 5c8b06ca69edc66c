const player = document.querySelector('vh-player');
player.setAttribute('video-id', new URLSearchParams(location.search).get('video') ?? '');

/** Shows the French captions of a film, where it has any. */
player.addEventListener('loadedmetadata', () => {
  const tracks = [...player.textTracks].filter(({ kind }) => /^(?:captions|subtitles)$/.test(kind));
  const french = tracks.find(({ language }) => /^fr\b/i.test(language));
  if (french) for (const track of tracks) track.mode = track === french ? 'showing' : 'disabled';
});
