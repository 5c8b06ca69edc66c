import { createSignal } from 'solid-js';
import 'vh-elements/define/vh-uploader.js';
import 'vh-elements/define/vh-player.js';
import 'vh-elements/define/vh-captions-picker.js';
import type {} from 'vh-elements/jsx';

export function App() {
  const [videoId, setVideoId] = createSignal(new URLSearchParams(location.search).get('video') ?? undefined);
  const [sent, setSent] = createSignal('');
  const [seconds, setSeconds] = createSignal(0);
  const [language, setLanguage] = createSignal('');
  return (
    <main>
      <label for="film">Your film</label>
      <vh-uploader
        id="film"
        backend="/vh"
        optimize="100p 20k"
        on:vh-upload-done={({ video }) => setSent(video.videoId)}
        on:vh-upload-playable={({ video }) => setVideoId(video.videoId)}
      />
      <vh-player
        id="player"
        backend="/vh"
        prop:videoId={videoId()}
        muted
        on:timeupdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
      />
      <vh-captions-picker for="player" on:change={({ currentTarget }) => setLanguage(currentTarget.value)} />
      <output id="sent">{sent()}</output>
      <output id="plays">{seconds() > 0 && 'plays'}</output>
      <output id="language">{language()}</output>
    </main>
  );
}
