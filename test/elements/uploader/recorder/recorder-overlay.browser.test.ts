import { sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import {
  OVERLAY_CORNERS,
  placeCamera,
  type OverlayCorner,
} from '../../../../src/upload/recording/overlay/place-camera.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';
import { CameraOverScreen } from '../support/camera-over-screen.ts';
import { givePiece, recordAtOnce, recordShortly } from '../support/page-recorder.ts';

describe('<vh-uploader capture="screen camera">', () => {
  let end: AbortController;
  let devices: CameraOverScreen;

  beforeEach(() => {
    setUpPage();
    end = new AbortController();
    devices = new CameraOverScreen(end.signal);
    recordShortly(end.signal);
  });
  afterEach(async () => {
    await clearPage();
    end.abort();
    stage.style.inlineSize = '';
    stage.dir = '';
  });

  async function opened(): Promise<UploaderHarness> {
    const uploader = await show({ capture: 'screen camera' });
    await uploader.until(() => uploader.buttons.includes(words('uploader.screenCamera')));
    uploader.press(words('uploader.screenCamera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
    return uploader;
  }

  for (const [width, dir] of [
    ['240px', 'ltr'],
    ['390px', 'rtl'],
    ['640px', 'ltr'],
  ] as const)
    it(`says nothing over the camera, in whichever corner it is: ${width}, ${dir}`, async () => {
      stage.style.inlineSize = width;
      stage.dir = dir;
      const uploader = await opened();
      for (const isRecording of [false, true]) {
        if (isRecording) {
          await recordAtOnce(uploader);
          givePiece();
          await uploader.until(() => devices.said(uploader).length === 3);
        }
        for (const corner of OVERLAY_CORNERS) {
          await devices.choose(uploader, corner);
          const camera = cameraOn(devices.stage(uploader), corner);
          for (const box of devices.said(uploader))
            expect(overlaps(box, camera)).to.equal(false, `${corner}, ${JSON.stringify(box)}`);
          expect(anyOverlap(devices.said(uploader))).to.equal(false, corner);
        }
      }
      expect(uploader.element.scrollWidth).to.be.at.most(parseInt(width));
      expect(await axeViolations(uploader.element)).to.deep.equal([]);
    });

  it('lets the camera be dragged to another corner, and says the same in the list', async () => {
    const uploader = await opened();
    const { left, top, width, height } = devices.stage(uploader);
    const at = (x: number, y: number): [number, number] => [
      Math.round(left + width * x),
      Math.round(top + height * y),
    ];
    try {
      await sendMouse({ type: 'move', position: at(0.9, 0.9) });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: at(0.1, 0.8) });
      await uploader.until(() => devices.corner(uploader) === 'bottom-left');
      await sendMouse({ type: 'move', position: at(0.2, 0.1) });
      await uploader.until(() => devices.corner(uploader) === 'top-left');
      await sendMouse({ type: 'up' });
      await sendMouse({ type: 'move', position: at(0.9, 0.9) });
      await uploader.element.updateComplete;
      expect(devices.corner(uploader)).to.equal('top-left', 'it was let go of');
      // Elsewhere on the film there is nothing to drag.
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: at(0.9, 0.1) });
      await sendMouse({ type: 'up' });
      await uploader.element.updateComplete;
      expect(devices.corner(uploader)).to.equal('top-left');
    } finally {
      await sendMouse({ type: 'up' });
    }
  });
});

/** Where the film shows its camera, which has the shape of the screen. */
function cameraOn(film: DOMRect, corner: OverlayCorner): DOMRect {
  const across = Math.min(film.width, (film.height * 16) / 9);
  const whole = { width: across, height: (across * 9) / 16 };
  const { x, y, width, height } = placeCamera(whole, { width: 16, height: 9 }, corner);
  const [left, top] = [
    film.left + (film.width - whole.width) / 2,
    film.top + (film.height - whole.height) / 2,
  ];
  return new DOMRect(left + x, top + y, width, height);
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function anyOverlap(boxes: readonly DOMRect[]): boolean {
  return boxes.some((one, index) => boxes.slice(index + 1).some((other) => overlaps(one, other)));
}
