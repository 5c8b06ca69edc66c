import { expect } from 'chai';
import { mixAudio } from '../../../src/upload/record/capture.ts';
import { settled } from '../../support/until.ts';

/** Something to listen to. */
function tone(): { stream: MediaStream; end: () => Promise<void> } {
  const context = new AudioContext();
  return { stream: context.createMediaStreamDestination().stream, end: () => context.close() };
}

describe('mixAudio', () => {
  it('is closed as often as a recording ends, and nothing is left unheard', async () => {
    const refused: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      refused.push(event.reason);
    };
    addEventListener('unhandledrejection', note);
    const [screen, room] = [tone(), tone()];
    const mixed = mixAudio(screen.stream, room.stream);
    expect(mixed.stream.getAudioTracks()).to.have.length(1);
    mixed.close();
    mixed.close();
    await screen.end();
    mixed.close();
    await room.end();
    // Unhandled rejections are told of in a task of their own, after the one that they came from.
    await settled(2);
    removeEventListener('unhandledrejection', note);
    expect(refused).to.deep.equal([]);
  });
});
