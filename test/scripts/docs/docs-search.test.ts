import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import {
  excerptOf,
  prepare,
  search,
  type Prepared,
  type Section,
} from '../../../packages/vh-elements-sandbox/src/agents/documents/rank.ts';
import { inRepository, loadScript } from '../../support/repository.ts';

/** What people type, and a section that answers it. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'nextjs': 'frameworks.html#nextjs',
  'dark mode': 'theming.html#light-and-dark',
  'brand colour': 'theming.html#custom-properties',
  'CSP': 'script-tag.html#content-security-policy',
  'subtitles': 'playing.html#captions',
  'transcode': 'uploading.html#smaller-before-it-leaves',
  'migrate Mux': 'migration.html#from-mux-player',
  'Plyr': 'migration.html#from-videojs-or-plyr',
  'Video.js': 'migration.html#from-videojs-or-plyr',
  'Video.js 10': 'migration.html#from-videojs-10',
  'Vidstack': 'migration.html#from-vidstack',
  'Shaka': 'migration.html#from-shaka-player-or-hlsjs',
  'FilePond': 'migration.html#from-filepond',
  'resume upload': 'uploading.html#resuming',
  'how do I upload large files': 'uploading.html#protocols',
  'drag and drop': 'uploading.html#the-whole-page',
  'upload progress': 'uploading.html#following-uploads-from-anywhere',
  'autoplay muted': 'playing.html#a-film-in-the-background',
  'keyboard shortcuts': 'playing.html#keys',
  'picture in picture': 'playing.html#windows-and-other-devices',
  'thumbnail': 'uploading.html#the-picture-before-it-plays',
  'signed url': 'playing.html#private-videos',
  'webhook signature': 'backend.html#webhooks',
  'CORS': 'script-tag.html#a-backend-on-another-origin',
  'gdpr': 'what-you-can-know.html#privacy',
  'api key': 'security.html#the-api-key',
  'wordpress': 'cms.html#wordpress',
  'local development': 'sandbox.html#sandbox',
  'i18n': 'theming.html#words',
  'cdn': 'script-tag.html#the-files',
  'max-size': 'uploading.html#limits',
  'maxSize': 'uploading.html#limits',
  'two versions': 'script-tag.html#two-versions-on-a-page',
  'optimize unavailable': 'errors.html#optimize-unavailable',
  'nextjs template': 'servers.html#templates',
  'sveltekit template': 'servers.html#templates',
  'astro template': 'servers.html#templates',
  'sveltekit': 'frameworks.html#sveltekit',
  'playground': 'theming.html#custom-properties',
  'flask template': 'servers.html#templates',
  'express template': 'servers.html#templates',
  'verifyWebhook': 'reference/vh-elements-backend.html#verifywebhook',
};

describe("the search of the documents' site", () => {
  let sections: Prepared[];
  before(async () => {
    const building = await loadScript<{ prepare: (targets: string[]) => Promise<void> }>(
      'scripts/building/prepare.mjs',
    );
    await building.prepare(['docs']);
    const index = readFileSync(inRepository('.build/docs/search.json'), 'utf8');
    sections = (JSON.parse(index) as Section[]).map(prepare);
  });

  const find = (asked: string): string[] => search(sections, asked).map(({ address }) => address);

  for (const [asked, address] of Object.entries(QUESTIONS)) {
    it(`has ${address} among the first three for "${asked}"`, () => {
      const first = find(asked).slice(0, 3);
      assert.ok(first.includes(address), first.join(', '));
    });
  }

  it('shows guides before what the project is made of', () => {
    const found = find('concurrency');
    const notes = found.findIndex((address) => /^(?:changelog|architecture|decisions)/.test(address));
    const guide = found.findIndex((address) => address.startsWith('uploading.html'));
    assert.ok(guide >= 0 && guide < notes, found.join(', '));
  });

  it('finds nothing where a word is missing', () => {
    assert.deepEqual(find('max qqzzx'), []);
  });

  it('shows the part of a text that has the word', () => {
    const long = `${'Other words come first here. '.repeat(20)}Then max-size is set. ${'More. '.repeat(50)}`;
    assert.match(excerptOf(long, 'max-size'), /^… .*max-size is set/);
    assert.ok(excerptOf(long, 'max-size').length < 130);
    assert.equal(excerptOf('Short text', 'nowhere'), 'Short text');
    assert.match(
      excerptOf(`Other words. ${'More. '.repeat(50)}Captions show.`, 'subtitles'),
      /^… .*Captions show/,
    );
    assert.match(excerptOf(`${'x '.repeat(150)}max`, 'max'), /max$/);
  });
});
