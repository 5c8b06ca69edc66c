import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { seededRandom } from '../../../support/seeded-random.ts';
import { FilmUpload, type Right } from './film-upload.ts';
import { Moment } from './moment.ts';
import { CrashingSandbox } from './crashing-sandbox.ts';
import { PaddedFilm } from '../../../support/sandbox/padded-film.ts';
import { Wire } from './wire.ts';

/** The size of a run. */
export interface Load {
  dir: string;
  uploads: number;
  /** Bytes of each film. */
  size: number;
  partSize: number;
  kills: number;
  seed: number;
}

/** What a run came to. Where it returns, nothing was lost: everything else throws. */
export interface Outcome {
  seconds: number;
  /** Bytes that were handed to the network, those of requests that were cut too. */
  sent: number;
  verified: number;
  killsDuringUploads: number;
  deletedOnTheWay: number;
  /** Videos whose making was never answered: they can be listed and deleted, and that is all. */
  strangers: number;
  slowestStart: number;
  residentIdle: number;
  residentPeak: number;
  residentEnd: number;
  packagingPeak: number;
}

/** Many uploads at once against one sandbox, which is killed in the middle of them again and again. */
export class LoadRun {
  readonly #load: Load;
  readonly #random: () => number;
  readonly #wire = new Wire();
  readonly #sandbox: CrashingSandbox;
  readonly #uploads: FilmUpload[] = [];
  #moment = new Moment(Infinity, 0);
  #sent = 0;

  constructor(load: Load) {
    this.#load = load;
    this.#random = seededRandom(load.seed);
    this.#sandbox = new CrashingSandbox(load.dir);
  }

  async run(): Promise<Outcome> {
    const { kills } = this.#load;
    await this.#sandbox.start();
    const residentIdle = this.#sandbox.memory.now();
    await this.#prepare();
    const began = performance.now();
    const running = Promise.all(this.#uploads.map((upload) => upload.run()));
    const ended = running.then(() => true);
    let killsDuringUploads = 0;
    for (let kill = 0; kill < kills; kill++) {
      if ((await Promise.race([ended, this.#nextMoment()])) !== true) killsDuringUploads++;
      await this.#sandbox.dieAndReturn(() => this.#inspect(kill));
    }
    await running;
    const seconds = (performance.now() - began) / 1000;
    const verified = await this.#verify();
    const strangers = await this.#deleteAll();
    const residentEnd = this.#sandbox.memory.now();
    const { peak, childrenPeak } = this.#sandbox.memory;
    assert.equal(await this.#sandbox.end(), 0);
    this.#wire.close();
    return {
      seconds,
      sent: this.#sent,
      verified,
      killsDuringUploads,
      deletedOnTheWay: this.#uploads.reduce((sum, { deleted }) => sum + deleted, 0),
      strangers,
      slowestStart: Math.max(...this.#sandbox.starts),
      residentIdle,
      residentPeak: peak,
      residentEnd,
      packagingPeak: childrenPeak,
    };
  }

  /** Half of the uploads come with the key, half with one token, as pages send them. */
  async #prepare(): Promise<void> {
    const { body } = await this.#ask('POST', '/upload-tokens', {});
    const { token } = body as { token: string };
    const watcher = {
      onSent: (bytes: number) => {
        this.#sent += bytes;
        this.#moment.sent(bytes);
      },
      onAcknowledged: () => this.#moment.part(),
    };
    for (let index = 0; index < this.#load.uploads; index++) {
      const right: Right =
        index % 2 === 0 ? { kind: 'key' } : { kind: 'token', token, uploadId: `load-${String(index)}` };
      const film = new PaddedFilm(this.#load.size, this.#load.seed * 100_000 + index);
      this.#uploads.push(
        new FilmUpload(this.#sandbox, this.#wire, { film, right, partSize: this.#load.partSize, watcher }),
      );
    }
  }

  /** Chosen so that all kills fall, as a rule, into the first half of the work. */
  #nextMoment(): Promise<void> {
    const { uploads, size, partSize, kills } = this.#load;
    const share = this.#random() / (2 * kills);
    this.#moment =
      this.#random() < 0.5
        ? new Moment(Math.floor(share * uploads * Math.ceil(size / partSize)), 0)
        : new Moment(0, share * uploads * size);
    return this.#moment.reached;
  }

  /** After a death: all that is known is listed and answers, acknowledged parts are there, one can be deleted. */
  async #inspect(kill: number): Promise<void> {
    const listed = new Set(await this.#list());
    for (const { videoId } of this.#uploads) {
      if (videoId !== undefined) assert.ok(listed.has(videoId), 'a video that was acknowledged is listed');
    }
    for (const videoId of listed) {
      assert.equal((await this.#ask('GET', `/videos/${videoId}/status`)).status, 200);
    }
    for (const upload of this.#uploads) await upload.check();
    const unfinished = this.#uploads.filter(({ isDone, videoId }) => !isDone && videoId !== undefined);
    if (kill % 2 === 0) await unfinished[Math.floor(this.#random() * unfinished.length)]?.delete();
  }

  /** Every film must come back as it was sent. */
  async #verify(): Promise<number> {
    for (const { videoId = '', film } of this.#uploads) {
      const hash = await this.#wire.hashOf(this.#sandbox.place, `/videos/${videoId}/source`);
      assert.equal(hash, film.sha256(), 'the stored bytes are the film');
    }
    return this.#uploads.length;
  }

  /** Deletes every video there is, known or not, until nothing is left of any. */
  async #deleteAll(): Promise<number> {
    const all = await this.#list();
    const known = new Set(this.#uploads.map(({ videoId }) => videoId));
    for (const videoId of all) assert.equal((await this.#ask('DELETE', `/videos/${videoId}`)).status, 204);
    assert.deepEqual(await this.#list(), []);
    for (const folder of ['extents', 'assets']) {
      assert.deepEqual(await readdir(path.join(this.#load.dir, folder)), [], `nothing is left in ${folder}`);
    }
    return all.filter((videoId) => !known.has(videoId)).length;
  }

  async #list(): Promise<string[]> {
    const found: string[] = [];
    let pages = 1;
    for (let page = 1; page <= pages; page++) {
      const { body } = await this.#ask('GET', `/videos?pageSize=100&currentPage=${String(page)}`);
      const { data, pagination } = body as {
        data: { videoId: string }[];
        pagination: { pagesTotal: number };
      };
      found.push(...data.map(({ videoId }) => videoId));
      pages = pagination.pagesTotal;
    }
    return found;
  }

  #ask(method: string, where: string, json?: unknown) {
    return this.#wire.ask(this.#sandbox.place, method, where, json);
  }
}
