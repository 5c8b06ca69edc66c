import { renderFacade } from 'vh-elements/facade';
import { VhPlayer } from 'vh-elements/react';

const film = { id: 'viFilm', title: 'Dusk', poster: '/dusk.jpg', duration: 24 }; // from your database

export default async function Page() {
  const facade = await renderFacade({ ...film, language: 'en' });
  return (
    <VhPlayer
      backend="/vh"
      videoId={film.id}
      heading={film.title}
      poster={film.poster}
      dangerouslySetInnerHTML={{ __html: facade }}
    />
  );
}
