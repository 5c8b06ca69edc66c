import { useRef, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { VhPlayer, VhUploader } from 'vh-elements/react';
import { grant, show } from './grant.js';

export function App() {
  const [heard, setHeard] = useState('');
  const [plays, setPlays] = useState(0);
  const player = useRef(null);
  return (
    <>
      <form onSubmit={show}>
        <label htmlFor="film">Your film</label>
        <VhUploader
          id="film"
          name="video"
          required
          multiple={false}
          maxSize={1_000_000}
          grant={grant}
          onVhUploadDone={({ video }) => setHeard(video.videoId)}
        />
        <button>Send</button>
      </form>
      <output id="heard">{heard}</output>
      <VhPlayer
        ref={player}
        className="small"
        loadWhen="intent"
        muted
        withoutResume
        playback={heard ? undefined : { id: 'viFilm', kind: 'video', state: 'playable', mp4: '/film.mp4' }}
        onTimeUpdate={() => setPlays(player.current.currentTime)}
      />
      <output id="plays">{plays > 0 ? 'plays' : ''}</output>
    </>
  );
}

const place = globalThis.document?.querySelector('#app');
if (place?.hasChildNodes())
  hydrateRoot(place, <App />, { onRecoverableError: (error) => reportError(error) });
else if (place) createRoot(place).render(<App />);
