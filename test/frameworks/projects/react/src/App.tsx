import { useState } from 'react';
import { VhCaptionsPicker, VhPlayer, VhUploader } from 'vh-elements/react';

export function App() {
  const [videoId, setVideoId] = useState(new URLSearchParams(location.search).get('video') ?? undefined);
  const [sent, setSent] = useState('');
  const [seconds, setSeconds] = useState(0);
  const [language, setLanguage] = useState('');
  return (
    <main>
      <label htmlFor="film">Your film</label>
      <VhUploader
        id="film"
        backend="/vh"
        optimize="100p 20k"
        onVhUploadDone={({ video }) => setSent(video.videoId)}
        onVhUploadPlayable={({ video }) => setVideoId(video.videoId)}
      />
      <VhPlayer
        id="player"
        backend="/vh"
        videoId={videoId}
        muted
        onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
      />
      <VhCaptionsPicker htmlFor="player" onChange={({ currentTarget }) => setLanguage(currentTarget.value)} />
      <output id="sent">{sent}</output>
      <output id="plays">{seconds > 0 && 'plays'}</output>
      <output id="language">{language}</output>
    </main>
  );
}
