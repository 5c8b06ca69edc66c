import { createSignal } from 'solid-js';
import { render } from 'solid-js/web';
import 'vh-elements/define/vh-uploader.js';
import { grant, show } from './grant.js';

function App() {
  const [heard, setHeard] = createSignal('');
  return (
    <>
      <form onSubmit={show}>
        <label for="film">Your film</label>
        <vh-uploader
          id="film"
          name="video"
          required
          prop:grant={grant}
          on:vh-upload-done={({ video }) => setHeard(video.videoId)}
        />
        <button>Send</button>
      </form>
      <output id="heard">{heard()}</output>
    </>
  );
}

render(() => <App />, document.querySelector('#app'));
