import { createHash } from 'node:crypto';
import { VhError } from '../../../../src/core/errors/vh-error.ts';
import type { UploadState } from '../../../../src/upload/ports/upload-state.ts';
import type { UploadOptions } from '../../../../src/upload/upload-options.ts';
import type { FaultScenario } from '../../../support/upload/faults/fault-schedule.ts';
import type { Engine } from '../../../support/upload/faults/run-schedule.ts';

/** The engine with a mistake in it, and what the judge has to say of it. */
export interface Mutant {
  mistake: string;
  verdict: RegExp;
  engine: Engine;
  /** What has to happen for it to come out. */
  scenario?: FaultScenario;
  hangTimeoutMs?: number;
}

/** An engine whose uploads send what `change` makes of the file. */
function sending(engine: Engine, change: (file: File) => BlobPart[]): Engine {
  class Mutant extends engine.Upload {
    constructor(file: File, options: UploadOptions) {
      super(new File(change(file), file.name, { type: file.type }), options);
    }
  }
  return { ...engine, Upload: Mutant };
}

/** An engine that reports each state as `change` makes it. */
function emitting(engine: Engine, change: (state: UploadState) => UploadState[]): Engine {
  class Mutant extends engine.Upload {
    constructor(file: File, options: UploadOptions) {
      super(file, options);
      const { store } = this;
      const subscribe = store.subscribe.bind(store);
      store.subscribe = (listener, how) =>
        subscribe((state) => {
          for (const changed of change(state)) listener(changed);
        }, how);
    }
  }
  return { ...engine, Upload: Mutant };
}

const fail = (state: UploadState, error: VhError): UploadState => ({
  ...state,
  status: 'failed',
  error,
  video: undefined,
});

/** Engines with the mistakes that no schedule may let through. */
export function mutantsOf(engine: Engine): Mutant[] {
  class Silent extends engine.Upload {
    override start(): void {
      // It never begins, and so never ends.
    }
  }
  class Twice extends engine.Upload {
    readonly #options: UploadOptions;

    constructor(file: File, options: UploadOptions) {
      super(file, options);
      this.#options = options;
    }

    override start(): void {
      const first = new engine.Upload(this.file, this.#options);
      first.store.subscribe(({ status }) => {
        if (status !== 'processing') return;
        first.release();
        super.start();
      });
      first.start();
    }
  }
  class Hasty extends engine.Upload {
    override checksum(): Promise<string | undefined> {
      // Of what it has read by the time of its first byte.
      return Promise.resolve(createHash('sha256').digest('hex'));
    }
  }
  const isStored = ({ status }: UploadState) => status === 'processing';
  return [
    {
      mistake: 'leaves out the last byte',
      verdict: /other bytes/,
      engine: sending(engine, (file) => [file.slice(0, -1)]),
    },
    {
      mistake: 'swaps two pieces',
      verdict: /other bytes/,
      engine: sending(engine, (file) => [file.slice(1_000), file.slice(0, 1_000)]),
    },
    {
      mistake: 'says the checksum of other bytes',
      verdict: /checksum of other bytes/,
      engine: { ...engine, Upload: Hasty },
    },
    { mistake: 'makes two videos', verdict: /2 videos/, engine: { ...engine, Upload: Twice } },
    { mistake: 'never ends', verdict: /it hangs/, hangTimeoutMs: 100, engine: { ...engine, Upload: Silent } },
    {
      mistake: 'ends twice',
      verdict: /ended 2 times/,
      engine: emitting(engine, (state) =>
        isStored(state) ? [state, fail(state, new VhError('network', 'And yet it failed.'))] : [state],
      ),
    },
    {
      mistake: 'names another video',
      verdict: /another video/,
      engine: emitting(engine, (state) =>
        state.status === 'processing'
          ? [{ ...state, video: { ...state.video, videoId: 'viOTHER' } }]
          : [state],
      ),
    },
    {
      mistake: 'fails for no reason',
      verdict: /failed with network/,
      engine: emitting(engine, (state) =>
        isStored(state) ? [fail(state, new VhError('network', 'It failed.'))] : [state],
      ),
    },
    {
      mistake: 'fails under another code',
      verdict: /failed with network/,
      scenario: { kind: 'refused', nth: 1, status: 415 },
      engine: emitting(engine, (state) =>
        state.status === 'failed' ? [fail(state, new VhError('network', 'It failed.'))] : [state],
      ),
    },
    {
      mistake: 'reports a restart that did not happen',
      verdict: /notice of nothing/,
      engine: emitting(engine, (state) => [
        { ...state, notice: new VhError('upload-restarted', 'The upload started over.') },
      ]),
    },
  ];
}
