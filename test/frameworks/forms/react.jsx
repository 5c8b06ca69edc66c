import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'vh-elements/define/vh-uploader.js';
import { grant, show } from './grant.js';

function App() {
  const [heard, setHeard] = useState('');
  return (
    <>
      <form onSubmit={show}>
        <label htmlFor="film">Your film</label>
        <vh-uploader
          id="film"
          name="video"
          required
          grant={grant}
          onvh-upload-done={({ video }) => setHeard(video.videoId)}
        />
        <button>Send</button>
      </form>
      <output id="heard">{heard}</output>
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
