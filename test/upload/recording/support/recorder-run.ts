import type { RecordState, RecordStatus } from '../../../../src/upload/recording/capture/record-state.ts';
import { Recorder, type RecorderOptions } from '../../../../src/upload/recording/recorder.ts';
import { FakeCapture, FakeJournal } from './fake-capture.ts';

/** A recorder on a machine that the test holds in its hands. */
export function setUpRecorder(options: Partial<RecorderOptions> = {}) {
  const capture = new FakeCapture();
  const journal = new FakeJournal();
  const recorder = new Recorder({
    kind: 'camera',
    environment: capture.environment,
    journal: () => Promise.resolve(journal),
    ...options,
  });
  const states: RecordStatus[] = [];
  recorder.store.subscribe(({ status }) => {
    if (states.at(-1) !== status) states.push(status);
  });
  return { capture, journal, recorder, states };
}

/** Resolves in that state. */
export function waitForRecorder<Status extends RecordStatus>(
  recorder: Recorder,
  status: Status,
): Promise<Extract<RecordState, { status: Status }>> {
  return new Promise((resolve) => {
    const look = () => {
      const { state } = recorder.store;
      if (state.status === status) resolve(state as Extract<RecordState, { status: Status }>);
    };
    recorder.store.subscribe(look);
    look();
  });
}

/** Why it failed. */
export function errorCodeOf({ store: { state } }: Recorder): string | undefined {
  return state.status === 'failed' ? state.error.code : undefined;
}
