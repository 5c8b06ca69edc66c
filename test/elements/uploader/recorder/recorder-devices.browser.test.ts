import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';
import { givePiece, recordAtOnce, recordShortly } from '../support/page-recorder.ts';

const KEY = 'vh-recorder';

interface Facts {
  facingMode?: string;
  /** Whether the platform blurs the background now; it can do both then. */
  isBlurred?: boolean;
}

describe('<vh-uploader capture>: the devices of a recording', () => {
  const { mediaDevices } = navigator;
  /** The cameras that are plugged in. */
  let cameras: string[];
  let facts: Facts;
  /** The cameras and microphones that were asked for; undefined for any. */
  let asked: { camera: unknown; microphone: unknown }[];

  beforeEach(() => {
    setUpPage();
    localStorage.removeItem(KEY);
    [cameras, facts, asked] = [['one', 'two'], {}, []];
    const exactIn = (constraint: boolean | MediaTrackConstraints | undefined) => {
      const wanted = typeof constraint === 'object' ? constraint.deviceId : undefined;
      return typeof wanted === 'object' && 'exact' in wanted ? wanted.exact : undefined;
    };
    const getUserMedia = ({ video, audio }: MediaStreamConstraints) => {
      const camera = exactIn(video);
      asked.push({ camera, microphone: exactIn(audio) });
      if (camera !== undefined && !cameras.includes(String(camera)))
        return Promise.reject(Object.assign(new Error('gone'), { name: 'OverconstrainedError' }));
      return Promise.resolve(cameraOf(String(camera)));
    };
    const known = (kind: string, ids: readonly string[]) =>
      ids.map((deviceId) => ({ kind, deviceId, label: `${kind} ${deviceId}` }));
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: Object.assign(new EventTarget(), {
        getUserMedia,
        enumerateDevices: () =>
          Promise.resolve([...known('videoinput', cameras), ...known('audioinput', ['low', 'high'])]),
      }),
    });
  });
  afterEach(async () => {
    await clearPage();
    localStorage.removeItem(KEY);
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  });

  function cameraOf(id: string): MediaStream {
    const stream = document.createElement('canvas').captureStream(1);
    const deviceId = cameras.includes(id) ? id : cameras[0];
    const { facingMode } = facts;
    for (const track of stream.getVideoTracks())
      Object.assign(track, {
        getSettings: () => ({ deviceId, facingMode, backgroundBlur: facts.isBlurred }),
        getCapabilities: () => (facts.isBlurred === undefined ? {} : { backgroundBlur: [false, true] }),
        applyConstraints: ({ backgroundBlur }: { backgroundBlur?: boolean }) => {
          if (backgroundBlur !== undefined) facts.isBlurred = backgroundBlur;
          return Promise.resolve();
        },
      });
    return stream;
  }

  async function opened(attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    const uploader = await show({ capture: 'camera', ...attributes });
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
    return uploader;
  }

  const list = (uploader: UploaderHarness, name: 'camera' | 'microphone') =>
    uploader.find(`select[aria-label="${words(`recorder.${name}`)}"]`) as HTMLSelectElement | undefined;

  async function choose(uploader: UploaderHarness, id: string): Promise<void> {
    const cameraList = list(uploader, 'camera')!;
    cameraList.value = id;
    cameraList.dispatchEvent(new Event('change'));
    await uploader.until(() => asked.at(-1)?.camera === id && list(uploader, 'camera')?.value === id);
  }

  it('are those of the last visit', async () => {
    await choose(await opened(), 'two');
    await clearPage();
    setUpPage();
    const again = await opened();
    expect(asked.at(-1)).to.deep.equal({ camera: 'two', microphone: undefined });
    expect(list(again, 'camera')?.value).to.equal('two');
    // Turned off and on, it is the same one.
    again.press(words('recorder.camera'));
    await again.until(
      () => list(again, 'camera') === undefined && again.buttons.includes(words('recorder.start')),
    );
    again.press(words('recorder.camera'));
    await again.until(() => list(again, 'camera')?.value === 'two');
  });

  it('are others where those are gone, and the chosen ones when they are back', async () => {
    await choose(await opened(), 'two');
    await clearPage();
    setUpPage();
    cameras = ['one', 'three'];
    const without = await opened();
    expect(list(without, 'camera')?.value).to.equal('one');
    await clearPage();
    setUpPage();
    cameras = ['one', 'two'];
    expect(list(await opened(), 'camera')?.value).to.equal('two');
  });

  it('are not kept where nothing is to be remembered, nor taken from what others have stored', async () => {
    const uploader = await opened({ 'without-resume': '' });
    await choose(uploader, 'two');
    expect(localStorage.getItem(KEY)).to.equal(null);
    await clearPage();
    setUpPage();
    localStorage.setItem(KEY, '{"camera":{"exact":"two"},"microphone":["high"]}');
    await opened();
    expect(asked.at(-1)).to.deep.equal({ camera: undefined, microphone: undefined });
  });

  for (const [facingMode, isMirror] of [
    [undefined, true],
    ['user', true],
    ['environment', false],
  ] as const)
    it(`show the person as in a mirror, and not what is before them: ${facingMode ?? 'unknown'}`, async () => {
      if (facingMode) facts.facingMode = facingMode;
      const video = (await opened()).find('.recorder video')!;
      const { transform } = getComputedStyle(video);
      expect(transform).to.equal(isMirror ? 'matrix(-1, 0, 0, 1, 0, 0)' : 'none');
    });

  it('stay inside a narrow place, whatever their names, and what is said over the film in its box', async () => {
    const ended = new AbortController();
    recordShortly(ended.signal);
    cameras = ['of the meeting room on the second floor, left of the door', 'of the door'];
    stage.style.inlineSize = '174px';
    const uploader = await opened();
    const reachesOut = (box: Element, inside: Element) => {
      const [{ left, right }, outer] = [box.getBoundingClientRect(), inside.getBoundingClientRect()];
      return left < outer.left - 0.5 || right > outer.right + 0.5;
    };
    const outside = () =>
      [...uploader.find('.recorder')!.querySelectorAll('*')]
        .filter((one) => one.getClientRects().length > 0 && reachesOut(one, uploader.element))
        .map((one) => `${one.localName}.${one.getAttribute('class') ?? ''}`);
    await uploader.until(() => list(uploader, 'camera') !== undefined);
    expect(outside(), 'before it records').to.deep.equal([]);
    await recordAtOnce(uploader);
    givePiece();
    const safe = () => uploader.find('.recorder .safe');
    await uploader.until(() => (safe()?.textContent.trim() ?? '') !== '');
    expect(outside(), 'while it records').to.deep.equal([]);
    expect(safe()!.scrollWidth).to.be.at.most(safe()!.clientWidth);
    expect(reachesOut(safe()!, uploader.find('.recorder .stage')!)).to.equal(false);
    ended.abort();
    stage.style.inlineSize = '';
  });

  it('blur what is behind the person, where the platform can', async () => {
    const plain = await opened();
    expect(plain.buttons).not.to.include(words('recorder.blur'));
    await clearPage();
    setUpPage();
    facts.isBlurred = false;
    const uploader = await opened();
    const pressed = () => uploader.button(words('recorder.blur')).ariaPressed;
    expect(pressed()).to.equal('false');
    for (const isOn of [true, false]) {
      uploader.press(words('recorder.blur'));
      await uploader.until(() => pressed() === String(isOn));
      expect(facts.isBlurred).to.equal(isOn);
    }
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
  });
});
