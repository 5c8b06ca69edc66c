// All that the site says to the video service. Only this process knows the API key.
import { createBackend, verifyWebhook } from 'vh-elements/backend';
import { userOf } from './session.js';
import { addVideo, removeVideo } from './videos.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, VH_WEBHOOK_SECRET: secret, SITE_URL } = process.env;
const visitorOf = ({ headers }) => userOf(headers.get('cookie'));

/** What the elements ask below /vh. */
export const backend = createBackend({
  baseUrl,
  apiKey,
  basePath: '/vh',
  allowedOrigins: SITE_URL ? [SITE_URL] : [], // a proxy with https in front has another one
  subject: visitorOf,
  authorize: (request, asked) => {
    const owner = visitorOf(request);
    if (!owner) return false;
    switch (asked.action) {
      case 'upload':
        // The server writes the owner into the video: no page can say another one.
        return { title: asked.file.name, public: false, metadata: { owner } };
      case 'refresh':
        return true;
      case 'playback':
      case 'read':
        return asked.video?.metadata.owner === owner;
      default:
        return false;
    }
  },
});

/** POST /hooks: the service says that a video can be played. */
export async function receiveWebhook(request) {
  const event = await verifyWebhook(request, secret).catch(() => undefined);
  if (!event) return new Response(null, { status: 401 });
  // Each size of a film has its own event, and each may come twice.
  if (event.type === 'video.encoding.quality.completed') await store(event.videoId);
  return new Response(null, { status: 204 });
}

async function store(videoId) {
  const response = await ask('GET', `/videos/${videoId}`);
  if (response.status === 404) return; // deleted meanwhile
  if (!response.ok) throw new Error(`The service answers ${response.status} about a video.`);
  const { title, metadata } = await response.json();
  const owner = metadata.find(({ key }) => key === 'owner')?.value;
  if (owner) addVideo(videoId, { owner, title });
  await backend.endUpload(videoId);
}

/** Gives a video its captions of a language, or other ones; false if the service does not take them. */
export async function addCaptions(videoId, language, text) {
  const path = `/videos/${videoId}/captions/${language}`;
  await ask('DELETE', path);
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/vtt' }), `${language}.vtt`);
  return (await ask('POST', path, form)).ok;
}

/** Deletes a video, from the site's list, too; false if the service does not. */
export async function deleteVideo(videoId) {
  const { ok, status } = await ask('DELETE', `/videos/${videoId}`);
  if (!ok && status !== 404) return false;
  removeVideo(videoId);
  return true;
}

const ask = (method, path, body) =>
  fetch(baseUrl + path, { method, body, headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` } });
