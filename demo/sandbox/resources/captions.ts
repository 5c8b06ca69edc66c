import { Attributes } from '../http/attributes.ts';
import { param } from '../http/exchange.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { sendJson } from '../http/respond.ts';
import type { Room } from '../house.ts';
import { languageName } from '../store/text-tracks.ts';
import { addTextTrackRoutes, findTrack, trackLinks, type ShowTrack } from './text-tracks.ts';

/** Captions: one track a language, one of them the default. */
export const captionsRoom: Room = (house) => {
  const show: ShowTrack = (exchange, videoId, { language, isDefault }) => ({
    ...trackLinks(house, exchange, videoId, 'captions', language),
    srclang: language,
    languageName: languageName(language),
    default: isDefault,
  });
  addTextTrackRoutes(house, 'captions', show);

  house.router.on('PATCH', '/videos/:videoId/captions/:language', async (exchange) => {
    const { language } = findTrack(house, 'captions', exchange);
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const isDefault = attributes.flag('default');
    attributes.finish();
    const videoId = param(exchange, 'videoId');
    if (isDefault !== undefined) house.textTracks.setDefault(videoId, 'captions', language, isDefault);
    sendJson(exchange, 200, show(exchange, videoId, findTrack(house, 'captions', exchange)));
  });
};
