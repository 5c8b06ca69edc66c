import { expect } from 'chai';
import { mixAudio } from '../../../src/upload/recording/capture/capture.ts';
import { withDarkPicture } from '../../../src/upload/recording/capture/record-environment.ts';
import { settled, until } from '../../support/until.ts';

/** Something to listen to. */
function tone(): { stream: MediaStream; end: () => Promise<void> } {
  const context = new AudioContext();
  return { stream: context.createMediaStreamDestination().stream, end: () => context.close() };
}

describe('mixAudio', () => {
  it('is closed once for each recording, and mixes every sound', async () => {
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
    // Unhandled rejections are reported in a task of their own, after the one that they came from.
    await settled(2);
    removeEventListener('unhandledrejection', note);
    expect(refused).to.deep.equal([]);
  });
});

describe('withDarkPicture', () => {
  it('is a film to every player, and ends with its recording', async () => {
    const sound = tone();
    const { stream, close } = withDarkPicture(sound.stream);
    expect(stream.getAudioTracks()).to.deep.equal(sound.stream.getAudioTracks());
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = new MediaStream(stream.getVideoTracks());
    void video.play();
    await until(() => video.videoWidth === 1280 && video.readyState >= video.HAVE_CURRENT_DATA);
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(video, 0, 0, 1, 1);
    expect(Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))).to.be.below(20);
    close();
    expect(stream.getVideoTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
    video.srcObject = null;
    await sound.end();
  });
});
