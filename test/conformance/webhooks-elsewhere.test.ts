import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyWebhook } from '../../src/backend/index.ts';
import { isVhError } from '../../src/core/errors/vh-error.ts';
import { LANGUAGES, type Language } from './support/run-code.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const AT = '2026-06-01T11:59:00Z';
const event = (more: object = {}) => ({
  type: 'video.summary.generated',
  emittedAt: AT,
  videoId: 'vi1',
  summaryId: 'su1',
  ...more,
});

interface Delivery {
  body: string;
  /** The secret that signs it. */
  by: string;
  secrets: readonly string[];
  maxAge?: number;
  signature?: string;
}
const delivery = (body: unknown, more: Partial<Delivery> = {}): Delivery => ({
  ...{ body: typeof body === 'string' ? body : JSON.stringify(body), by: 'new', secrets: ['new'] },
  ...more,
});

const DELIVERIES: Readonly<Record<string, Delivery>> = {
  'an event': delivery(event()),
  'an event by the old secret': delivery(event(), { by: 'old', secrets: ['new', 'old'] }),
  'an event by another secret': delivery(event(), { by: 'other', secrets: ['new', 'old'] }),
  'an event of a type that is not known': delivery({ type: 'of.tomorrow', emittedAt: AT, some: 1 }),
  'an event of a type that every object has': delivery({ type: 'constructor', emittedAt: AT }),
  'no type': delivery({ emittedAt: AT }),
  'a number as its type': delivery({ type: 5, emittedAt: AT }),
  'no time': delivery({ type: 'of.tomorrow' }),
  'a time that is none': delivery(event({ emittedAt: 'soon' })),
  'a member too few': delivery(event({ summaryId: undefined })),
  'a member of another type': delivery(event({ videoId: 7 })),
  'a time with a fraction': delivery(event({ emittedAt: '2026-06-01T11:59:00.123456Z' })),
  'a time elsewhere': delivery(event({ emittedAt: '2026-06-01T13:59:00+02:00' }), { maxAge: 120 }),
  'an age that is allowed': delivery(event(), { maxAge: 61 }),
  'an age that is not': delivery(event(), { maxAge: 59 }),
  'a time of the near future': delivery(event({ emittedAt: '2026-06-01T12:04:59Z' }), { maxAge: 59 }),
  'a time of the far future': delivery(event({ emittedAt: '2026-06-01T12:05:01Z' }), { maxAge: 59 }),
  'a list': delivery([event()]),
  'no JSON': delivery('{'),
  'nothing': delivery(''),
  'an age that nobody asks for': delivery(event({ emittedAt: '2020-01-01T00:00:00Z' })),
  'a text that is too long': delivery(event({ more: 'a'.repeat(65_536) })),
  'no signature': delivery(event(), { signature: '' }),
  'a signature in capitals': delivery(event(), { signature: 'capitals' }),
};

const signatureOf = ({ body, by, signature }: Delivery): string => {
  const made = createHmac('sha256', by).update(body).digest('hex');
  return signature === 'capitals' ? made.toUpperCase() : (signature ?? made);
};

/** The id of a delivery, or nothing where it is refused. */
async function ours(one: Delivery): Promise<string | null> {
  const headers = { 'x-api-video-signature': signatureOf(one) };
  const request = new Request('https://site.test/hook', { method: 'POST', body: one.body, headers });
  const options = { now: () => NOW, ...(one.maxAge !== undefined && { maxAge: one.maxAge }) };
  try {
    return (await verifyWebhook(request, one.secrets, options)).id;
  } catch (error) {
    if (!isVhError(error, 'webhook-refused')) throw error;
    return null;
  }
}

/** The same of another language, for all deliveries at once: as text, since a command has no room for them. */
async function theirs({ name, run }: Language, all: readonly Delivery[]): Promise<unknown> {
  const rows = all.map((one) => ({ ...one, signature: signatureOf(one) }));
  const text = JSON.stringify(JSON.stringify(rows).replaceAll('a'.repeat(65_536), 'LONG'));
  const now = String(NOW / 1000);
  const code = {
    PHP: `$rows = json_decode(str_replace('LONG', str_repeat('a', 65536), ${text.replaceAll('$', '\\$')}), true);
      echo json_encode(array_map(fn ($row) => vh_verify_webhook($row['body'], $row['signature'], $row['secrets'],
        $row['maxAge'] ?? null, ${now})['id'] ?? null, $rows));`,
    Python: [
      'import json',
      `rows = json.loads(${text}.replace('LONG', 'a' * 65536))`,
      'def id_of(row):',
      `  found = verify_webhook(row['body'].encode(), row['signature'], row['secrets'], row.get('maxAge'), ${now})`,
      `  return found and found['id']`,
      'print(json.dumps([id_of(row) for row in rows]))',
    ].join('\n'),
  };
  return JSON.parse(await run(code[name]));
}

describe('events of webhooks in other languages', () => {
  for (const language of LANGUAGES)
    it(`are taken and refused by ${language.name} as by JavaScript`, async () => {
      const all = Object.values(DELIVERIES);
      const [own, other] = [await Promise.all(all.map(ours)), await theirs(language, all)];
      const byName = (ids: unknown) =>
        Object.fromEntries(Object.keys(DELIVERIES).map((name, at) => [name, (ids as unknown[])[at]]));
      assert.deepEqual(byName(other), byName(own));
      assert.ok(own.filter((id) => id !== null).length >= 8 && own.filter((id) => id === null).length >= 8);
    });
});
