const player = document.querySelector('vh-player');
player.setAttribute('video-id', new URLSearchParams(location.search).get('video') ?? '');
