import { expect } from 'chai';
import { overlayCamera } from '../../../src/upload/recording/overlay/camera-overlay.ts';
import { OVERLAY_CORNERS, type OverlayCorner } from '../../../src/upload/recording/overlay/place-camera.ts';
import { until } from '../../support/until.ts';
import { painted } from './support/painted-track.ts';

describe('the camera over the screen', () => {
  it('is in the corner that is chosen, leaves the rest, and goes when it ends', async () => {
    const screen = painted('#c00000', 640, 360);
    const camera = painted('#00c000', 160, 120);
    const overlay = overlayCamera(screen.stream, camera.stream, 'top-left');
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = overlay.stream;
    void video.play();
    const context = new OffscreenCanvas(640, 360).getContext('2d', { willReadFrequently: true })!;
    /** The corners that are green, and whether the middle is red. */
    const seen = (): { green: OverlayCorner[]; isRed: boolean } => {
      context.drawImage(video, 0, 0);
      const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
      const isGreen = ([red = 0, green = 0]: number[]) => green > red + 60;
      const place = (corner: OverlayCorner) =>
        at(corner.endsWith('left') ? 60 : 580, corner.startsWith('top') ? 50 : 310);
      const [red = 0, green = 0] = at(320, 180);
      return { green: OVERLAY_CORNERS.filter((corner) => isGreen(place(corner))), isRed: red > green + 60 };
    };
    try {
      for (const corner of OVERLAY_CORNERS) {
        overlay.move(corner);
        await until(() => seen().green.join() === corner && seen().isRed);
      }
      expect([video.videoWidth, video.videoHeight]).to.deep.equal([640, 360]);
      for (const track of camera.stream.getTracks()) track.stop();
      await until(() => seen().green.length === 0 && seen().isRed);
      overlay.close();
      expect(overlay.stream.getVideoTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
      expect(screen.stream.getVideoTracks()[0]?.readyState).to.equal('live');
    } finally {
      video.srcObject = null;
      screen.stop();
      camera.stop();
    }
  });
});
