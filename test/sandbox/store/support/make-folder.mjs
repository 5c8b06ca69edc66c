// Makes the sandbox's data folder as an earlier commit leaves it when it is killed in the middle of its work:
//   node test/sandbox/store/support/make-folder.mjs COMMIT [CHECKOUT]
// It runs that commit's own sandbox, and talks to it by its HTTP interface alone. The folder goes, with what its client
// knows, into sandbox-DATE.json.br beside this file. CHECKOUT is a folder with that commit's files; one is made otherwise.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const KEY = 'key-under-test';
const PART = 20_000;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const [commit, checkout] = process.argv.slice(2);
const git = (...words) => execFileSync('git', words, { cwd: root, maxBuffer: 2 ** 30 });
const day = git('log', '-1', '--format=%cs', commit).toString().trim();
const film = readFileSync(path.join(root, 'test/media/sandbox/h264-aac.mp4'));

const made = mkdtempSync(path.join(tmpdir(), 'vh-old-sources-'));
const sources = checkout ?? made;
const data = mkdtempSync(path.join(tmpdir(), 'vh-old-data-'));
if (!checkout) execFileSync('tar', ['-x', '-C', sources], { input: git('archive', commit) });

const words = [
  'scripts/sandbox.mjs',
  '--port',
  '0',
  '--no-ffmpeg',
  '--no-rtmp',
  '--api-key',
  KEY,
  '--data',
  data,
];
// A group of its own: the launcher's child is killed with it.
const child = spawn(process.execPath, words, {
  cwd: sources,
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
const { url } = JSON.parse(line);

async function ask(method, where, { json, form, body, headers = {}, key = KEY } = {}) {
  const authorization = key && `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const response = await fetch(new URL(where, url), {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(json) : (form ?? body ?? null),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${text}`);
  const isJson = /json$/.test(response.headers.get('content-type') ?? '');
  return { headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

function formOf(bytes, fields = {}, name = 'film.mp4') {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes]), name);
  return form;
}

async function video(json) {
  return (await ask('POST', '/videos', { json })).body.videoId;
}

const upload = (videoId) => ask('POST', `/videos/${videoId}/source`, { form: formOf(film) });

async function settled(videoId) {
  for (;;) {
    const { qualities } = (await ask('GET', `/videos/${videoId}/status`)).body.encoding;
    if (qualities.length > 0 && qualities.every(({ status }) => status === 'encoded')) return;
    await rest(50);
  }
}

async function packaged() {
  const metadata = [{ key: 'colour', value: 'blue' }];
  const videoId = await video({ title: 'Packaged', description: 'Of before', tags: ['old'], metadata });
  await upload(videoId);
  await settled(videoId);
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
  await ask('POST', `/videos/${videoId}/captions/en`, { form: formOf(captions, {}, 'en.vtt') });
  return videoId;
}

async function privateVideo() {
  const videoId = await video({ title: 'Private', public: false });
  await upload(videoId);
  await settled(videoId);
  const { assets } = (await ask('GET', `/videos/${videoId}`)).body;
  const started = await ask('GET', assets.hls.replace('hls/manifest.m3u8', 'session'), { key: '' });
  return { videoId, path: new URL(assets.hls).pathname, session: started.body.session_token };
}

async function parts() {
  const { token } = (await ask('POST', '/upload-tokens', { json: {} })).body;
  // The last one alone may be small.
  const form = formOf(film.subarray(2 * PART));
  const headers = { 'content-range': 'part 3/3' };
  const { body } = await ask('POST', `/upload?token=${token}`, { form, headers, key: '' });
  return { token, videoId: body.videoId };
}

async function tus() {
  const { token } = (await ask('POST', '/upload-tokens', { json: {} })).body;
  const version = { 'tus-resumable': '1.0.0' };
  const headers = { ...version, 'upload-length': String(film.length) };
  const made = await ask('POST', `/upload?token=${token}`, { headers, key: '' });
  const place = new URL(made.headers.get('location')).pathname;
  await ask('PATCH', place, {
    key: '',
    headers: { ...version, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: film.subarray(0, PART),
  });
  return { path: place, videoId: made.headers.get('video-id') };
}

async function session(videoId) {
  const now = Date.now();
  const event = (id, type, second) => ({
    ...{ id, type, at: second },
    emitted_at: new Date(now + second * 1000).toISOString(),
  });
  const { body } = await ask('POST', '/collector/vod', {
    key: '',
    body: JSON.stringify({
      session: { video_id: videoId, loaded_at: new Date(now).toISOString() },
      events: [event('e1', 'play', 0), event('e2', 'pause', 4)],
    }),
  });
  return { sessionId: body.session, continues: [event('e2', 'pause', 4), event('e3', 'end', 6)] };
}

async function broadcast() {
  const { liveStreamId } = (await ask('POST', '/live-streams', { json: { name: 'Live', record: true } }))
    .body;
  await ask('POST', `/live-streams/${liveStreamId}/_synthetic`);
  await rest(9_000);
  return liveStreamId;
}

try {
  // No server listens there: its deliveries stay due.
  const hook = { events: ['video.encoding.quality.completed'], url: 'http://127.0.0.1:9/' };
  const notes = { partBytes: PART };
  notes.packaged = await packaged();
  notes.session = await session(notes.packaged);
  notes.playerId = (await ask('POST', '/players', { json: { name: 'Theme' } })).body.playerId;
  notes.parts = await parts();
  notes.tus = await tus();
  notes.liveStreamId = await broadcast();
  notes.webhookId = (await ask('POST', '/webhooks', { json: hook })).body.webhookId;
  notes.private = await privateVideo();
  notes.unfinished = await video({ title: 'Unfinished' });
  await upload(notes.unfinished);
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'close');
  const names = readdirSync(data, { recursive: true }).filter((name) =>
    statSync(path.join(data, name)).isFile(),
  );
  const kept = names.filter((name) => !/-shm$|lock/.test(name));
  const files = Object.fromEntries(kept.map((name) => [name, readFileSync(path.join(data, name), 'base64')]));
  const kit = { commit, madeAt: Date.now(), notes, files };
  const target = new URL(`./sandbox-${day}.json.br`, import.meta.url);
  // The same film is in it several times, further apart than gzip looks.
  const options = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } };
  writeFileSync(target, brotliCompressSync(JSON.stringify(kit), options));
  console.log(`${kept.length} files, ${statSync(target).size} bytes: ${fileURLToPath(target)}`);
} finally {
  rmSync(made, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
}
