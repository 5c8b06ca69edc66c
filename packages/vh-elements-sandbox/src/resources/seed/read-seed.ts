import { statSync } from 'node:fs';
import path from 'node:path';
import { watchReads } from '../../http/body/unread-members.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { Attributes } from '../../http/values/attributes.ts';
import { readDuration } from '../../http/values/duration.ts';
import { isKnownLanguage, readLanguageTag } from '../../http/values/language.ts';
import type { Members } from '../../http/values/members.ts';
import { readTheme } from '../account/players.ts';
import { readWebhook } from '../account/webhooks.ts';
import { readChanges as readLiveStreamChanges } from '../live/live-streams.ts';
import { readTtl } from '../uploads/upload-tokens.ts';
import { readChanges as readVideoChanges } from '../videos/video-changes.ts';
import type { ThemeChanges } from '../../store/account/players.ts';
import type { Webhook } from '../../store/account/webhooks.ts';
import type { LiveStreamChanges } from '../../store/media/live-streams.ts';
import type { VideoChanges } from '../../store/media/videos.ts';

/** Where the bytes of a film come from: so many seconds of a test picture, or a file. */
export type SeedFilm = { seconds: number } | { file: string };

/** An event of a viewing; `after` is how long after its beginning it came. */
export interface SeedEvent {
  type: string;
  after: number;
  at?: number;
  from?: number;
  to?: number;
}

/** A viewing that began `ago` milliseconds ago. */
export interface SeedSession {
  ago: number;
  referrer: string;
  userAgent: string;
  events: SeedEvent[];
}

/** A video with all that belongs to it. */
export interface SeedVideo {
  title: string;
  changes: VideoChanges;
  /** The name of its player among those of the seed. */
  player: string | undefined;
  film: SeedFilm | undefined;
  captions: { language: string; text: string; isDefault: boolean }[];
  tokens: { ttl: number }[];
  sessions: SeedSession[];
}

/** A live stream with its viewings. */
export interface SeedLiveStream {
  name: string;
  changes: LiveStreamChanges;
  player: string | undefined;
  sessions: SeedSession[];
}

/** What a seed describes, read and found good. */
export interface Seed {
  players: { name: string | null; changes: ThemeChanges }[];
  videos: SeedVideo[];
  liveStreams: SeedLiveStream[];
  tokens: { ttl: number }[];
  webhooks: Pick<Webhook, 'url' | 'events'>[];
}

const MAX_ENTRIES = 1_000;
const MAX_SECONDS = 60;
const EVENT_TYPES = ['ready', 'play', 'pause', 'resume', 'seek.backward', 'seek.forward', 'end'];

/** One object of a seed: its members, and how to complain about one. */
interface Entry {
  body: Members;
  attributes: Attributes;
}

/** Reads a seed; throws one problem that names every fault by its place, such as `/videos/0/title`. */
export function readSeed(entries: Members, folder?: string): Seed {
  return new SeedReader(folder).read(entries);
}

class SeedReader {
  readonly #folder: string | undefined;
  readonly #faults: Problem[] = [];

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  read(entries: Members): Seed {
    const seed = this.#object(entries, '', ({ body }) => {
      const players = this.#list(body, 'players', '', (entry) => {
        const { name, changes } = readTheme(entry.attributes);
        return { name: name ?? null, changes };
      });
      const names = new Set(players.flatMap(({ name }) => name ?? []));
      return {
        players,
        videos: this.#list(body, 'videos', '', (entry, at) => this.#video(entry, at, names)),
        liveStreams: this.#list(body, 'liveStreams', '', (entry, at) => this.#liveStream(entry, at, names)),
        tokens: this.#list(body, 'tokens', '', ({ attributes }) => ({ ttl: readTtl(attributes) })),
        webhooks: this.#list(body, 'webhooks', '', ({ attributes }) => readWebhook(attributes)),
      };
    });
    const [first] = this.#faults;
    if (first) throw new Problem(first.slug, first.extras, this.#faults);
    if (!seed) throw new Problem('invalid-payload');
    return seed;
  }

  #video({ body, attributes }: Entry, at: string, players: ReadonlySet<string>): SeedVideo {
    return {
      title: attributes.requiredText('title'),
      changes: readVideoChanges(attributes),
      player: readPlayer(attributes, players),
      film: this.#film(body, attributes),
      captions: this.#list(body, 'captions', at, (caption) => readCaption(caption.attributes)),
      tokens: this.#list(body, 'tokens', at, (token) => ({ ttl: readTtl(token.attributes) })),
      sessions: this.#sessions(body, at),
    };
  }

  #liveStream({ body, attributes }: Entry, at: string, players: ReadonlySet<string>): SeedLiveStream {
    return {
      name: attributes.requiredText('name'),
      changes: readLiveStreamChanges(attributes),
      player: readPlayer(attributes, players),
      sessions: this.#sessions(body, at),
    };
  }

  #film(body: Members, attributes: Attributes): SeedFilm | undefined {
    const film = body['film'];
    if (film === undefined) return undefined;
    if (typeof film === 'number') {
      if (Number.isInteger(film) && film >= 1 && film <= MAX_SECONDS) return { seconds: film };
    } else if (typeof film === 'string' && this.#folder !== undefined) {
      const file = path.resolve(this.#folder, film);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isFile() && found.size > 0) return { file };
      attributes.refuse('film', `There is no file ${JSON.stringify(film)} beside the seed, or it is empty.`);
      return undefined;
    }
    const wanted = `whole seconds of a test picture, from 1 to ${String(MAX_SECONDS)}`;
    const orFile =
      this.#folder === undefined ? '; files are taken with --seed alone' : ', or the path of a file';
    attributes.refuse('film', `"film" must be ${wanted}${orFile}.`);
    return undefined;
  }

  #sessions(body: Members, at: string): SeedSession[] {
    return this.#list(body, 'sessions', at, (session, place) => {
      const { attributes } = session;
      const ago = attributes.text('ago') ?? '0s';
      const since = readDuration(ago);
      if (since === undefined) attributes.refuse('ago', '"ago" must be a duration such as 90s or 2d.');
      return {
        ago: since ?? 0,
        referrer: attributes.text('referrer') ?? '',
        userAgent: attributes.text('userAgent') ?? '',
        events: this.#list(session.body, 'events', place, (event) => readEvent(event)),
      };
    });
  }

  #list<One>(body: Members, name: string, at: string, read: (entry: Entry, at: string) => One): One[] {
    const list = Object.hasOwn(body, name) ? body[name] : undefined;
    const place = `${at}/${name}`;
    if (list === undefined) return [];
    if (!Array.isArray(list) || list.length > MAX_ENTRIES) {
      this.#refuse(place, `It must be a list of ${String(MAX_ENTRIES)} entries at most.`);
      return [];
    }
    return list.flatMap((one: unknown, index) => {
      const where = `${place}/${String(index)}`;
      const found = this.#object(one, where, (entry) => read(entry, where));
      return found === undefined ? [] : [found];
    });
  }

  /** Reads one object; all that is wrong with it is noted, and each member that nobody knows. */
  #object<One>(value: unknown, at: string, read: (entry: Entry) => One): One | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#refuse(at, 'It must be an object.');
      return undefined;
    }
    const { body, unread } = watchReads(value as Members);
    const attributes = new Attributes(body);
    let one: One | undefined;
    // Some readers finish by themselves.
    try {
      one = read({ body, attributes });
      attributes.finish();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const its = error.problems.length > 0 ? error.problems : [error];
      for (const { slug, extras } of its)
        this.#faults.push(new Problem(slug, { ...extras, name: `${at}/${extras.name ?? ''}` }));
    }
    for (const name of unread) this.#refuse(`${at}/${pointerPart(name)}`, 'There is no such member.');
    return one;
  }

  #refuse(at: string, detail: string): void {
    this.#faults.push(invalid(at, detail));
  }
}

function readPlayer(attributes: Attributes, players: ReadonlySet<string>): string | undefined {
  const name = attributes.text('player');
  if (name !== undefined && !players.has(name))
    attributes.refuse('player', `The seed has no player named ${JSON.stringify(name)}.`);
  return name;
}

function readCaption(attributes: Attributes): SeedVideo['captions'][number] {
  const given = attributes.requiredText('language');
  const language = readLanguageTag(given);
  if (given !== '' && (language === undefined || !isKnownLanguage(language)))
    attributes.refuse('language', 'There is no such language.');
  const text = attributes.requiredText('text');
  return { language: language ?? given, text, isDefault: attributes.flag('default') ?? false };
}

function readEvent({ body, attributes }: Entry): SeedEvent {
  const type = attributes.requiredText('type');
  if (type !== '' && !EVENT_TYPES.includes(type))
    attributes.refuse('type', `"type" must be one of ${EVENT_TYPES.join(', ')}.`);
  const seconds = (name: string): number | undefined => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= 0 && value <= 1e6) return value;
    attributes.refuse(name, `"${name}" must be a number of seconds.`);
    return undefined;
  };
  const [at, from, to] = [seconds('at'), seconds('from'), seconds('to')];
  const after = (seconds('after') ?? at ?? to ?? 0) * 1000;
  const where = type.startsWith('seek.') ? { from: from ?? 0, to: to ?? 0 } : { at: at ?? 0 };
  return { type, after, ...where };
}

function pointerPart(name: string): string {
  return name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
}
