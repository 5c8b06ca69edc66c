'use client';

import { useState } from 'react';
import { VhCaptionsPicker, VhPlayer } from 'vh-elements/react';

const LANGUAGES = { en: 'English', es: 'español', fr: 'français', de: 'Deutsch', ja: '日本語' };

/** A video, and the form that adds captions to it. */
export function Watch({ video: { videoId, title } }) {
  const [said, setSaid] = useState('');
  // Another number is another player, which asks for the video anew, and finds its captions.
  const [round, setRound] = useState(0);

  async function add(event) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { ok } = await fetch(`/my-videos/${videoId}/captions/${form.get('language')}`, {
      method: 'POST',
      headers: { 'content-type': 'text/vtt' },
      body: await form.get('file').text(),
    });
    setSaid(
      ok
        ? 'The captions are there.'
        : 'These captions could not be added. Are they WebVTT, of less than 1 MB?',
    );
    if (ok) setRound(round + 1);
  }

  return (
    <section>
      <h2>{title}</h2>
      <VhPlayer key={round} id="player" backend="/vh" videoId={videoId} preload="metadata" />
      <VhCaptionsPicker htmlFor="player" />
      <form id="captions" onSubmit={add}>
        <label>
          Captions, as WebVTT <input type="file" name="file" accept=".vtt" required />
        </label>
        <label>
          Their language
          <select name="language">
            {Object.entries(LANGUAGES).map(([language, name]) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button>Add the captions</button>
        <output>{said}</output>
      </form>
    </section>
  );
}
