import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Consumer } from '../support/package/consumer.ts';
import { inRepository } from '../support/repository.ts';

const grant = `const grant = () => ({ protocol: 'parts' as const, url: '', token: '' });`;

/** Pages of each framework with the one line of the documents, and mistakes that their types must find. */
const pages: Record<string, string> = {
  'react.tsx': `/** @jsxImportSource react */
    import type {} from 'vh-elements/jsx';
    ${grant}
    export const page = (
      <form>
        <vh-uploader
          id="film" className="a" name="video" required backend="/vh" max-size="2 GB" max-files={3} without-resume grant={grant}
          onvh-upload-done={({ video }) => video.videoId.length}
        />
        <vh-player video-id="v1" muted load="intent" style={{ width: '10rem' }} onvh-error={({ currentTarget }) => currentTarget.videoId} ontimeupdate={({ currentTarget }) => currentTarget.duration} />
        <vh-captions-picker for="player" />
        {/* @ts-expect-error A server would write it as 'maxsize'. */}
        <vh-uploader maxSize={5} />
        {/* @ts-expect-error */}
        <vh-player video-id={5} />
        {/* @ts-expect-error */}
        <vh-uploader onvh-upload-done={({ videos }) => videos} />
      </form>
    );`,
  'react-components.tsx': `/** @jsxImportSource react */
    import { useRef, type ComponentRef } from 'react';
    import { VhCaptionsPicker, VhPlayer, VhUploader } from 'vh-elements/react';
    export function Page() {
      const player = useRef<ComponentRef<typeof VhPlayer>>(null);
      const found = () => document.querySelector('vh-player')?.currentTime.toFixed();
      return (
        <form onSubmit={found}>
          <VhUploader maxSize="2 GB" maxFiles="3" />
          <VhUploader maxSize={2_000_000_000} maxFiles={3} />
          <VhPlayer ref={player} onPlay={() => player.current?.pause()} />
          <VhCaptionsPicker htmlFor="player" onChange={({ currentTarget }) => currentTarget.value.length} />
          {/* @ts-expect-error */}
          <VhUploader maxSize={true} />
          {/* @ts-expect-error */}
          <VhPlayer videoId={5} />
        </form>
      );
    }`,
  'preact.tsx': `/** @jsxImportSource preact */
    import type {} from 'vh-elements/jsx';
    ${grant}
    export const page = (
      <form>
        <vh-uploader id="film" class="a" name="video" required max-size="2 GB" grant={grant} onvh-upload-done={({ video }) => video.videoId.length} />
        <vh-player video-id="v1" muted />
        {/* @ts-expect-error */}
        <vh-player video-id={5} />
      </form>
    );`,
  'solid.tsx': `/** @jsxImportSource solid-js */
    import type {} from 'vh-elements/jsx';
    ${grant}
    export const page = (
      <form>
        <vh-uploader id="film" class="a" name="video" required max-size="2 GB" prop:grant={grant} on:vh-upload-done={({ video }) => video.videoId.length} />
        <vh-player video-id="v1" muted />
        {/* @ts-expect-error */}
        <vh-player video-id={5} />
        {/* @ts-expect-error */}
        <vh-uploader on:vh-upload-done={({ videos }) => videos} />
      </form>
    );`,
  'vue.ts': `
    import type { GlobalComponents } from 'vue';
    import type {} from 'vh-elements/vue';
    ${grant}
    type Props<Name extends keyof GlobalComponents> = GlobalComponents[Name] extends new () => { $props: infer Own } ? Own : never;
    export const uploader: Props<'vh-uploader'> = {
      ...{ id: 'film', class: 'a', name: 'video', required: true, maxSize: 5, grant },
      onVhUploadDone: ({ video }) => video.videoId.length,
    };
    export const player: Props<'vh-player'> = { 'video-id': 'v1', 'muted': true, onTimeupdate: ({ currentTarget }) => currentTarget.duration };
    export const picker: Props<'vh-captions-picker'> = { for: 'player', onChange: ({ currentTarget }) => currentTarget.value };
    export const sized: Props<'vh-uploader'> = { maxSize: '2 GB', maxFiles: '3' };
    // @ts-expect-error
    sized.maxSize = true;
    // @ts-expect-error
    player.videoId = 5;`,
  'svelte.ts': `
    import type { SvelteHTMLElements } from 'svelte/elements';
    import type {} from 'vh-elements/svelte';
    ${grant}
    export const uploader: SvelteHTMLElements['vh-uploader'] = {
      ...{ 'id': 'film', 'class': 'a', 'name': 'video', 'required': true, 'max-size': '2 GB', grant },
      'onvh-upload-done': ({ video }) => video.videoId.length,
    };
    export const player: SvelteHTMLElements['vh-player'] = { 'video-id': 'v1', 'muted': true };
    // @ts-expect-error
    player['video-id'] = 5;`,
};

const compilerOptions = {
  ...{ strict: true, noEmit: true, target: 'es2022', jsx: 'preserve', types: [] },
  ...{ lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
  // The frameworks' own declarations are theirs to check.
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: true },
};

describe("the tags in the frameworks' own templates", () => {
  it('have types that find mistakes, by one line', async () => {
    const consumer = await Consumer.create('framework-types');
    const files = Object.keys(pages);
    await consumer.write({ ...pages, 'tsconfig.json': JSON.stringify({ compilerOptions, files }) });
    const { ok, output } = await consumer.node(inRepository('node_modules/typescript/bin/tsc'), '-p', '.');
    assert.ok(ok, output);
  });
});
