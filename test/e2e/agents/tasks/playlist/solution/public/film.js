const player = document.querySelector('vh-player');
const query = new URLSearchParams(location.search);
const videos = query.get('videos');
if (videos) player.setAttribute('playlist', videos.split(',').join(' '));
else player.setAttribute('video-id', query.get('video') ?? '');
