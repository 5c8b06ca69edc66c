const player = document.querySelector('vh-player');
player.setAttribute('video-id', new URLSearchParams(location.search).get('video') ?? '');
player.chapters = [
  { title: 'At the lake', startTime: 0 },
  { title: 'Nightfall', startTime: 6 },
];
