import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { VhPlayer, VhUploader } from 'vh-elements/react';

function App() {
  const [videoId, setVideoId] = useState();
  return (
    <>
      <h1>Films</h1>
      <VhUploader backend="/vh" onVhUploadPlayable={({ video }) => setVideoId(video.videoId)} />
      {videoId && <VhPlayer backend="/vh" videoId={videoId} />}
    </>
  );
}

createRoot(document.getElementById('root')).render(<App />);
