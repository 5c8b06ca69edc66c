import type { FakeEnvironment, Post } from './fake-environment.ts';

interface KeptSession {
  name: string;
  mediaId: string;
  viewingId: string;
  events: Map<string, string>;
}

/** A collector of the first generation, with our extension or without it. */
export class FakeCollector {
  readonly #sessions: KeptSession[] = [];
  readonly #keepsOnce: boolean;
  readonly #delay: number;
  #environment: FakeEnvironment | undefined;
  /** So many answers get lost after the delivery was taken. */
  losesAnswers = 0;

  constructor({ keepsOnce = true, delay = 0 } = {}) {
    this.#keepsOnce = keepsOnce;
    this.#delay = delay;
  }

  /** Answers what this page sends. */
  attach(environment: FakeEnvironment): FakeEnvironment {
    this.#environment = environment;
    environment.answer = this.answer;
    return environment;
  }

  readonly answer = async (post: Post): Promise<Response> => {
    const name = this.#keep(post);
    const environment = this.#environment;
    if (this.#delay > 0 && environment)
      await new Promise<void>((resolve) => environment.after(this.#delay, resolve));
    if (this.losesAnswers-- > 0) throw new TypeError('connection reset');
    return Response.json({ session: name, ...(this.#keepsOnce ? { keeps_once: true } : {}) });
  };

  /** The types of events of each session of a video. */
  story(mediaId: string): string[][] {
    return this.#sessions
      .filter((session) => session.mediaId === mediaId)
      .map(({ events }) => [...events.values()]);
  }

  #keep({ payload }: Post): string {
    const { session_id: name, viewing_id: viewingId, video_id: mediaId = '' } = payload.session;
    let kept = this.#sessions.find(
      (one) => one.name === name || (this.#keepsOnce && one.viewingId === viewingId),
    );
    if (!kept) {
      kept = { name: `ps${String(this.#sessions.length)}`, mediaId, viewingId, events: new Map() };
      this.#sessions.push(kept);
    }
    for (const { id, type } of payload.events) {
      kept.events.set(this.#keepsOnce ? id : `${id} ${String(kept.events.size)}`, type);
    }
    return kept.name;
  }
}
