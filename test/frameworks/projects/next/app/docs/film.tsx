'use client';
import { useRef, useState, type ComponentRef } from 'react';
import { VhCaptionsPicker, VhPlayer, VhUploader } from 'vh-elements/react';

export function Film({ first }: { first?: string | undefined }) {
  const [videoId, setVideoId] = useState(first);
  const [language, setLanguage] = useState('');
  const player = useRef<ComponentRef<typeof VhPlayer>>(null);
  return (
    <>
      <VhUploader
        backend="/vh"
        accept="video/*"
        maxSize="2 GB"
        onVhUploadPlayable={({ video }) => setVideoId(video.videoId)}
        onVhError={({ error }) => console.error(error.code)}
      />
      <VhPlayer ref={player} id="player" backend="/vh" videoId={videoId} />
      <button onClick={() => player.current?.play()}>Play</button>
      <VhCaptionsPicker htmlFor="player" onChange={({ currentTarget }) => setLanguage(currentTarget.value)} />
      <output>{language}</output>
    </>
  );
}
