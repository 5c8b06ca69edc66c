import { createSignal, Show } from 'solid-js';
import { render } from 'solid-js/web';
import 'vh-elements/define/vh-player.js';
import { values } from './values.js';

function App() {
  const [at, setAt] = createSignal(0);
  const [shown, setShown] = createSignal(true);
  const [kebab, setKebab] = createSignal(0);
  const [lower, setLower] = createSignal(0);
  const now = () => values[at()];
  return (
    <>
      <Show when={shown()}>
        <vh-player
          load="intent"
          heading={now().heading}
          end-time={now().endTime}
          prop:withoutControls={now().bare}
          prop:playlist={now().playlist}
          on:vh-copy-link={() => setKebab((n) => n + 1)}
          on:timeupdate={() => setLower((n) => n + 1)}
        >
          <p>{now().text}</p>
        </vh-player>
      </Show>
      <button onClick={() => setAt(1)}>Change</button>
      <button onClick={() => setShown((is) => !is)}>Toggle</button>
      <output id="events">{`${kebab()} ${lower()}`}</output>
    </>
  );
}

render(() => <App />, document.querySelector('#app'));
