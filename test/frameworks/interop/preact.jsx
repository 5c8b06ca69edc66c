/** @jsxImportSource preact */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import 'vh-elements/define/vh-player.js';
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
        <vh-player
          load="intent"
          heading={heading}
          end-time={endTime}
          without-controls={bare}
          playlist={playlist}
          onvh-copy-link={() => setKebab((n) => n + 1)}
          ontimeupdate={() => setLower((n) => n + 1)}
        >
          <p>{text}</p>
        </vh-player>
      )}
      <button onClick={() => setAt(1)}>Change</button>
      <button onClick={() => setShown((is) => !is)}>Toggle</button>
      <output id="events">{`${kebab} ${lower}`}</output>
    </>
  );
}

render(<App />, document.querySelector('#app'));
