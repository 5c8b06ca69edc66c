import type { CaseRequest } from '../conformance-case.ts';

/** The origin of each site. */
export const OWN = 'http://site.test';

/** A read by a page of the site. */
export const get = (target: string, headers: Readonly<Record<string, string>> = {}): CaseRequest => ({
  target: `/vh${target}`,
  headers,
});

/** A read by a visitor whom the site knows. */
export const getAsMe = (target: string, headers: Readonly<Record<string, string>> = {}): CaseRequest =>
  get(target, { 'cookie': 'user=me', 'sec-fetch-site': 'same-origin', ...headers });

/** A request for a grant, as the uploader writes it. */
export const grant = (body: unknown, headers: Readonly<Record<string, string>> = {}): CaseRequest => ({
  ...{ method: 'POST', target: '/vh/grants', body },
  headers: {
    ...{ 'origin': OWN, 'cookie': 'user=me', 'x-vh-request': '1', 'content-type': 'application/json' },
    ...headers,
  },
});

/** The file of an upload, and more members of the body beside it. */
export const upload = (more: object = {}): object => ({
  file: { name: 'Holiday.mp4', size: 5, type: 'video/mp4' },
  ...more,
});

export const KEY = 'one-upload-of-one-file';
