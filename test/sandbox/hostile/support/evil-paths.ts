import type { Attack } from './attack.ts';
import { everyRoute, pathsWith } from './every-route.ts';
import type { HostileSandbox } from './hostile-sandbox.ts';

/** What no honest client puts where an id should be. */
const EVIL = [
  '.',
  '..',
  '../../canary.txt',
  '....//....//canary.txt',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fcanary.txt',
  '..%2f..%2f..%2fcanary.txt',
  '..%5c..%5ccanary.txt',
  '..\\..\\canary.txt',
  '%252e%252e%252f%252e%252e%252fcanary.txt',
  '..;/..;/canary.txt',
  '%c0%ae%c0%ae%c0%af%c0%ae%c0%ae%c0%afcanary.txt',
  '%u002e%u002e%u002fcanary.txt',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  'C:%5cWindows%5cwin.ini',
  'x%00.vtt',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '%e2%80%ae',
  '%0d%0ax-injected:%201',
  '%27%20OR%201%3d1--',
  '__proto__',
  'constructor',
  '*',
  'a'.repeat(5000),
];

/** Each of them in the place of every id of every route, whose other ids are those of things that are there. */
export async function evilPaths(sandbox: HostileSandbox): Promise<Attack[]> {
  const liveStreamId = await sandbox.make('/live-streams', { name: 'x' }, 'liveStreamId');
  const hiddenLive = await sandbox.make('/live-streams', { name: 'x', public: false }, 'assets');
  const [, liveToken = '', hiddenLiveId = ''] = /private\/([\w-]+)\/(\w+)/.exec(hiddenLive) ?? [];
  const videoId = await sandbox.make('/videos', { title: 'x' }, 'videoId');
  const hidden = await sandbox.make('/videos', { title: 'x', public: false }, 'assets');
  const [, hiddenId = '', token = ''] = /vod\/(\w+)\/token\/([\w-]+)/.exec(hidden) ?? [];
  if (token === '' || liveToken === '') throw new Error('what is private has no token');
  // The rooms of private things are behind a token that is right.
  const honestFor = (path: string): Record<string, string> => {
    if (!path.includes(':token')) return { videoId, liveStreamId };
    return path.includes('/private/')
      ? { token: liveToken, liveStreamId: hiddenLiveId }
      : { token, videoId: hiddenId };
  };
  const routes = await everyRoute();
  return routes.flatMap((route) => {
    const honest = { language: 'en', quality: '240p', file: 'x.m3u8', ...honestFor(route.path) };
    return [...new Set(EVIL.flatMap((evil) => pathsWith(route, evil, honest)))].map((target) => ({
      what: `${target.slice(0, 100)} as ${route.path}`,
      request: `${route.method} ${target}`,
      headers: { 'content-length': 0, 'tus-resumable': '1.0.0' },
      body: [],
    }));
  });
}
