import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { VhPlayer } from 'vh-elements/react';

/** A player whose first view a server has rendered: `facade` is what `renderFacade()` gives. */
export function App({ facade }) {
  const [plays, setPlays] = useState(false);
  return (
    <>
      <VhPlayer
        src="/film.mp4"
        heading={'Dusk </script>'}
        poster="/poster.jpg"
        muted
        withoutResume
        onPlay={() => setPlays(true)}
        dangerouslySetInnerHTML={{ __html: facade }}
      />
      <output id="plays">{plays ? 'plays' : ''}</output>
    </>
  );
}

const place = globalThis.document?.querySelector('#app');
// A framework hands the server's props over in a script.
const facade = globalThis.document && JSON.parse(document.querySelector('#props').textContent).facade;
if (place) hydrateRoot(place, <App facade={facade} />, { onRecoverableError: (error) => reportError(error) });
