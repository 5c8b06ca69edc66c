import type { StoredViewing } from '../../../src/session/ports/event-store.ts';
import type { ViewingEvent } from '../../../src/session/ports/viewing.ts';

/** What the version of 25 November 2026 leaves in a browser, written down from its own code. */
export const OLDER_BROWSER = {
  /** Of `makeFile(10)`, after the first of its parts. */
  upload: {
    key: 'grant https://service.example fa38b734aa61111ac9bf2ee67cb6162899b2bee3a90638b15e48ebe7d6bc03e2',
    scope: 'grant https://service.example',
    file: { name: 'clip.mp4', size: 10, type: 'video/mp4', lastModified: 1_700_000_000_000 },
    startedAt: 1_767_312_000_000,
    touchedAt: 1_767_312_000_000,
    sent: 0,
    upload: {
      protocol: 'parts',
      endpoint: 'https://service.example/upload',
      videoId: 'vi1',
      parts: [
        { from: 0, to: 4, stored: true },
        { from: 4, to: 8, stored: false },
        { from: 8, to: 10, stored: false },
      ],
      wire: ['8168d363517bbd30f77aebea6228040f'],
    },
  },
  /** Of a page that crashed while its collector did not answer. */
  viewing: {
    key: '019b76da-a800-788d-9b03-593b39b67a15 v1 https://host.example/collector/',
    viewing: {
      id: '019b76da-a800-788d-9b03-593b39b67a15',
      kind: 'video',
      mediaId: 'viABC',
      begunAt: 1_767_225_600_000,
      begunBy: 'look',
      referrer: 'https://site.example',
      metadata: {},
    },
    collector: 'https://host.example/collector/',
    format: 'v1',
    hasTransport: false,
    subject: undefined,
    totals: {
      exitBeforeStart: false,
      failed: false,
      watchTime: 0,
      watched: [],
      rebufferCount: 0,
      rebufferDuration: 0,
      seekCount: 0,
    },
    dropped: 0,
    sessionId: 'ps0',
    aliveUntil: 1_767_225_633_000,
  } satisfies StoredViewing as StoredViewing,
  events: [
    { type: 'seek.forward', from: 0, to: 20, seq: 3, emittedAt: 1_767_225_603_000 },
    { type: 'seek.forward', from: 20, to: 40, seq: 4, emittedAt: 1_767_225_603_000 },
    { type: 'seek.backward', from: 40, to: 10, seq: 5, emittedAt: 1_767_225_603_000 },
    { type: 'pause', at: 10, seq: 6, emittedAt: 1_767_225_603_000 },
  ] satisfies ViewingEvent[] as ViewingEvent[],
  collectors: [{ collector: 'https://host.example/collector/', keepsOnce: true }],
  localStorage: {
    'vh-player':
      '{"volume":0.25,"muted":true,"speed":1.5,"quality":{"width":1280,"height":720,"bitrate":2000000},"autoplayNext":false,"fit":"fill","audioDescription":true}',
    'vh-positions': '[["viTwo",12],["viOne",61]]',
    'vh-captions': '{"language":"de","second":"en","aloud":true}',
    'vh-caption-delays': '[["viOne",1.5]]',
    'vh-caption-style': '{"font":"serif","size":1.5,"color":"#ffff00","edge":"shadow"}',
    'vh-consent': 'given',
  } as Record<string, string>,
};

/** Its `localStorage`. */
export function olderStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map(Object.entries(OLDER_BROWSER.localStorage));
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}
