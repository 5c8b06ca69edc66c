'use client';

import { useEffect, useRef, useState } from 'react';
import { VhUploader } from 'vh-elements/react';
import { Watch } from './watch.jsx';

/** The page of a user: an uploader, a player, and the list of the user's videos. */
export function MyVideos() {
  const [videos, setVideos] = useState();
  const [shown, setShown] = useState();
  const [said, setSaid] = useState('');
  const heading = useRef(null);

  async function load() {
    const response = await fetch('/my-videos');
    if (response.status === 401) return location.assign('/sign-in');
    const list = await response.json();
    setVideos(list);
    return list;
  }

  /** The site hears of a new video from the service, by its webhook, perhaps a moment after this page. */
  async function waitFor(videoId) {
    for (let tries = 0; tries < 240; tries++) {
      const found = (await load())?.find((video) => video.videoId === videoId);
      if (found) return setShown((present) => present ?? found);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async function remove({ videoId, title }) {
    if (!confirm(`Delete ${title}? Nobody can bring it back.`)) return;
    const { ok } = await fetch(`/my-videos/${videoId}`, { method: 'DELETE' });
    setSaid(ok ? `${title} is deleted.` : `${title} could not be deleted. Try it again in a while.`);
    if (ok) setShown((present) => (present?.videoId === videoId ? undefined : present));
    await load();
    // The button that had the focus has gone with its video.
    if (ok) heading.current?.focus();
  }

  useEffect(() => {
    load();
  }, []);

  return (
    <>
      <header>
        <h1>My videos</h1>
        <form method="post" action="/sign-out">
          <button>Sign out</button>
        </form>
      </header>
      <main>
        <section>
          <label htmlFor="film">A new video</label>
          <VhUploader
            id="film"
            backend="/vh"
            accept="video/*"
            maxSize="2 GB"
            onVhUploadPlayable={({ video }) => waitFor(video.videoId)}
          />
        </section>
        {shown && <Watch key={shown.videoId} video={shown} />}
        <section aria-labelledby="list">
          <h2 id="list" ref={heading} tabIndex={-1}>
            All of them
          </h2>
          <ul id="videos">
            {videos?.map((video) => (
              <li key={video.videoId}>
                <button onClick={() => setShown(video)}>{video.title}</button>
                <button aria-label={`Delete ${video.title}`} onClick={() => remove(video)}>
                  Delete
                </button>
              </li>
            ))}
          </ul>
          {videos?.length === 0 && <p>There are none yet. Nobody but you sees the ones that you upload.</p>}
          <output>{said}</output>
        </section>
      </main>
    </>
  );
}
