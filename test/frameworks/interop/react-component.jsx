import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { VhPlayer } from 'vh-elements/react';
import { values } from './values.js';

function App() {
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState(true);
  const [kebab, setKebab] = useState(0);
  const [lower, setLower] = useState(0);
  const { heading, endTime, bare, playlist, text } = values[at];
  return (
    <>
      {shown && (
        <VhPlayer
          loadWhen="intent"
          heading={heading}
          endTime={endTime}
          withoutControls={bare}
          playlist={playlist}
          onVhCopyLink={() => setKebab((n) => n + 1)}
          onTimeUpdate={() => setLower((n) => n + 1)}
        >
          <p>{text}</p>
        </VhPlayer>
      )}
      <button onClick={() => setAt(1)}>Change</button>
      <button onClick={() => setShown((is) => !is)}>Toggle</button>
      <output id="events">{`${kebab} ${lower}`}</output>
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
