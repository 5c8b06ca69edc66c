import type { RegisterRoutes } from '../../services/services.ts';
import { addTextTrackRoutes, trackLinks } from './text-tracks.ts';

/** Chapters: one track a language. */
export const registerChaptersRoutes: RegisterRoutes = (services) => {
  addTextTrackRoutes(services, 'chapters', (exchange, videoId, { language }) => ({
    ...trackLinks(services, exchange, videoId, 'chapters', language),
    language,
  }));
};
