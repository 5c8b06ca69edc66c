import assert from 'node:assert/strict';
import type { VideoStatusBody } from '../../../support/sandbox/sandbox.ts';
import type { CrashingSandbox } from './crashing-sandbox.ts';
import type { PaddedFilm } from '../../../support/sandbox/padded-film.ts';
import type { Wire } from './wire.ts';

/** How an upload opens the door: with the key into a video that is there, or with a token that makes one. */
export type Right = { kind: 'key' } | { kind: 'token'; token: string; uploadId: string };

/** An upload's report to the watcher of all uploads. */
export interface Watcher {
  onSent: (bytes: number) => void;
  onAcknowledged: () => void;
}

/** Uploads one film in parts, one after the other, and resumes after each crash of the sandbox. */
export class FilmUpload {
  readonly film: PaddedFilm;
  readonly #sandbox: CrashingSandbox;
  readonly #wire: Wire;
  readonly #right: Right;
  readonly #partSize: number;
  readonly #watcher: Watcher;
  /** Parts that the sandbox has said to have. */
  readonly acknowledged = new Set<number>();
  videoId: string | undefined;
  /** How many of its videos were deleted under it. */
  deleted = 0;

  constructor(
    sandbox: CrashingSandbox,
    wire: Wire,
    options: { film: PaddedFilm; right: Right; partSize: number; watcher: Watcher },
  ) {
    this.#sandbox = sandbox;
    this.#wire = wire;
    this.film = options.film;
    this.#right = options.right;
    this.#partSize = options.partSize;
    this.#watcher = options.watcher;
  }

  get parts(): number {
    return Math.ceil(this.film.size / this.#partSize);
  }

  get isDone(): boolean {
    return this.acknowledged.size === this.parts;
  }

  /** Sends missing parts until all are there; a request that a crash cut short continues after the arrived bytes. */
  async run(): Promise<void> {
    while (!this.isDone) {
      await this.#sandbox.isUp;
      const { deaths } = this.#sandbox;
      const { deleted } = this;
      try {
        await this.#sendNext(deleted);
      } catch (error) {
        if (this.#sandbox.deaths === deaths || error instanceof assert.AssertionError) throw error;
        await this.#sandbox.isUp;
      }
    }
  }

  /** Everything that was acknowledged must be there; returns the number of parts. */
  async check(): Promise<number> {
    if (this.videoId === undefined) return 0;
    const { body, status } = await this.#wire.ask(
      this.#sandbox.place,
      'GET',
      `/videos/${this.videoId}/status`,
    );
    assert.equal(status, 200, 'a video that was acknowledged has a status');
    const there = new Set((body as VideoStatusBody).ingest?.receivedParts.parts ?? []);
    for (const part of this.acknowledged)
      assert.ok(there.has(part), `part ${String(part)} was acknowledged and is lost`);
    // What arrived though its answer was lost need not be sent again.
    for (const part of there) this.acknowledged.add(part);
    return there.size;
  }

  /** Deletes what there is of it, so that it begins again. */
  async delete(): Promise<void> {
    if (this.videoId === undefined) return;
    const where = `/videos/${this.videoId}`;
    assert.equal((await this.#wire.ask(this.#sandbox.place, 'DELETE', where)).status, 204);
    assert.equal((await this.#wire.ask(this.#sandbox.place, 'GET', where)).status, 404);
    this.videoId = undefined;
    this.acknowledged.clear();
    this.deleted++;
  }

  async #sendNext(deleted: number): Promise<void> {
    if (this.#right.kind === 'key') this.videoId ??= await this.#createVideo();
    const part = this.#nextPart();
    const [from, to] = [(part - 1) * this.#partSize, Math.min(this.film.size, part * this.#partSize)];
    const { authorization } = this.#sandbox.place;
    const right = this.#right;
    const { status, body } = await this.#wire.upload(
      this.#sandbox.place,
      right.kind === 'key' ? `/videos/${this.videoId ?? ''}/source` : `/upload?token=${right.token}`,
      {
        headers: {
          'content-range': `part ${String(part)}/${String(this.parts)}`,
          ...(right.kind === 'key'
            ? { authorization }
            : { 'upload-id': `${right.uploadId}-${String(deleted)}` }),
        },
        fields: right.kind === 'key' || this.videoId === undefined ? {} : { videoId: this.videoId },
        size: to - from,
        bytes: this.film.read(from, to),
        onSent: this.#watcher.onSent,
      },
    );
    assert.equal(status, 201, `part ${String(part)}: ${JSON.stringify(body)}`);
    this.videoId ??= (body as { videoId: string }).videoId;
    this.acknowledged.add(part);
    this.#watcher.onAcknowledged();
  }

  #nextPart(): number {
    let part = 1;
    while (this.acknowledged.has(part)) part++;
    return part;
  }

  async #createVideo(): Promise<string> {
    const { status, body } = await this.#wire.ask(this.#sandbox.place, 'POST', '/videos', {
      title: 'Under load',
    });
    assert.equal(status, 201);
    return (body as { videoId: string }).videoId;
  }
}
