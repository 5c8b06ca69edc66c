import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import { Consumer } from '../support/package/consumer.ts';
import { inRepository } from '../support/repository.ts';

/** A page's own code, with types that it gets wrong where it says so. */
const page = `
  import { configure, VhError, type VhErrorCode } from 'vh-elements';
  import { Client } from 'vh-elements/client';
  import { VhUploader } from 'vh-elements/elements/uploader/vh-uploader.js';
  import 'vh-elements/define/vh-uploader.js';
  import 'vh-elements/define/vh-player.js';
  import 'vh-elements/define/vh-captions-picker.js';
  import type { VhPlayerProps } from 'vh-elements/jsx';
  import { VhPlayer as PlayerComponent, type VhPlayerProps as PlayerProps, type VhUploaderProps } from 'vh-elements/react';
  import 'vh-elements/vue';
  import 'vh-elements/svelte';

  configure({ backend: '/video' });
  const code: VhErrorCode = new VhError('network', '').code;
  export const client = new Client({ backend: '/video' });
  const uploader: VhUploader = document.createElement('vh-uploader');
  const player = document.querySelector('vh-player');
  player?.remove();
  uploader.addEventListener('click', () => code);
  export const props: VhPlayerProps = { 'video-id': 'v1' };
  export const component = PlayerComponent;
  export const inReact: VhUploaderProps = {
    maxSize: 5,
    grant: () => ({ protocol: 'parts', url: '', token: '' }),
    onVhUploadDone: ({ video }) => video.videoId.length,
  };
  // @ts-expect-error
  inReact.onVhUploadDone = ({ videos }) => videos;
  export const plays: PlayerProps = { onTimeUpdate: ({ currentTarget }) => currentTarget.currentTime };
  // @ts-expect-error
  configure({ backend: 1 });
  // @ts-expect-error
  uploader.videoId = 5;
`;

const options = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  exactOptionalPropertyTypes: true,
  // Checks the package's declarations and their imports, not TypeScript's own, which take the longest.
  skipLibCheck: false,
  skipDefaultLibCheck: true,
};

/** The one mistake that appears in every run: without it, declarations were not checked. */
const mistake = 'export type Mistake = NotDeclared;\n';

/** TypeScript as this repository uses it, and an older one that many projects have. */
const compilers = {
  present: inRepository('node_modules/typescript/bin/tsc'),
  older: createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core')).resolve(
    'typescript/bin/tsc',
  ),
};

describe('the types, for who installs the package', () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await Consumer.create('consumer-types');
    await consumer.write({ 'page.ts': page, 'mistake.d.ts': mistake });
  });

  const check = async (compiler: string, own: object) => {
    const compilerOptions = { ...options, ...own };
    await consumer.write({
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['page.ts', 'mistake.d.ts'] }),
    });
    return consumer.node(compiler, '-p', '.');
  };
  // Each of them once in each way would take too long.
  for (const [how, { compiler, version, ...own }] of Object.entries({
    'a bundler': {
      ...{ compiler: compilers.older, version: '5.9' },
      ...{ module: 'esnext', moduleResolution: 'bundler' },
    },
    'Node': {
      ...{ compiler: compilers.present, version: '6.0' },
      ...{ module: 'nodenext', moduleResolution: 'nodenext' },
    },
  })) {
    it(`resolve as ${how} does, declarations and all, by TypeScript ${version}`, async () => {
      const { output } = await check(compiler, own);
      assert.match(output, /^mistake\.d\.ts\(1,23\): error TS2304: Cannot find name 'NotDeclared'\.\s*$/);
      const said = await consumer.node(compiler, '--version');
      assert.ok(said.output.includes(version), said.output);
    });
  }
});
