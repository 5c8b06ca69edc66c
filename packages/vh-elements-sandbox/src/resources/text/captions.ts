import { Attributes } from '../../http/values/attributes.ts';
import { param } from '../../http/exchange.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendJson } from '../../http/respond.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { languageName } from '../../store/media/text-tracks.ts';
import { UPDATE_CAPTION, type CAPTION } from './text-track-operations.ts';
import { addTextTrackRoutes, findTrack, trackLinks, type ShowTrack } from './text-tracks.ts';

/** Captions: one track a language, one of them the default. */
export const registerCaptionsRoutes: RegisterRoutes = (services) => {
  const show: ShowTrack<ValueOf<typeof CAPTION>> = (exchange, videoId, { language, isDefault }) => ({
    ...trackLinks(services, exchange, videoId, 'captions', language),
    srclang: language,
    languageName: languageName(language),
    default: isDefault,
  });
  addTextTrackRoutes(services, 'captions', show);

  services.router.serve(UPDATE_CAPTION, async (exchange) => {
    const { language } = findTrack(services, 'captions', exchange);
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const { default: isDefault } = attributes.read(UPDATE_CAPTION.body);
    attributes.finish();
    const videoId = param(exchange, 'videoId');
    if (isDefault !== undefined) services.textTracks.setDefault(videoId, 'captions', language, isDefault);
    sendJson(exchange, 200, show(exchange, videoId, findTrack(services, 'captions', exchange)));
  });
};
