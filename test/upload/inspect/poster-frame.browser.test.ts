import { expect } from 'chai';
import { type FileInfo, UNKNOWN_FILE } from '../../../src/upload/inspect/bytes/file-info.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { posterFrame } from '../../../src/upload/inspect/poster-frame.ts';
import { settled } from '../../support/until.ts';

/** No test here is about time. */
const timeoutMs = 60_000;

async function load(name: string): Promise<File> {
  return new File([await (await fetch(`/media/inspect/${name}`)).blob()], name);
}

async function posterOf(file: File, side?: number): Promise<ImageBitmap | undefined> {
  const info = await inspectFile(file, { timeoutMs });
  return posterFrame(file, info, { timeoutMs, ...(side === undefined ? {} : { side }) });
}

/** The colour in the middle. */
function colourOf(picture: ImageBitmap): number[] {
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  return [...context.getImageData(picture.width >> 1, picture.height >> 1, 1, 1).data.slice(0, 3)];
}

function expectBlue(picture: ImageBitmap): void {
  const expected = [0x44, 0x66, 0x88];
  const far = colourOf(picture).map((value, index) => Math.abs(value - (expected[index] ?? 0)));
  expect(Math.max(...far), colourOf(picture).join()).to.be.below(24);
}

/** The same film as in a mirror: its track's matrix turns left to right. */
function mirror(film: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = film.slice();
  const view = new DataView(bytes.buffer);
  const header = new TextDecoder('latin1').decode(bytes).indexOf('tkhd') + 4;
  const matrix = header + 40;
  expect([view.getUint8(header), view.getInt32(matrix)]).to.deep.equal([0, 0x10000]);
  view.setInt32(matrix, -0x10000);
  // A picture turned over the left edge comes back by the width.
  view.setInt32(matrix + 24, view.getInt32(header + 76));
  return bytes;
}

/** The colours of a picture; with `isTurned`, from right to left. */
function pixelsOf(picture: ImageBitmap, isTurned = false): Uint8ClampedArray {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  if (isTurned) context.setTransform(-1, 0, 0, 1, width, 0);
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, width, height).data;
}

/** How far two pictures are from each other, on average, from 0 to 255. */
const distance = (one: Uint8ClampedArray, other: Uint8ClampedArray): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

describe('posterFrame', () => {
  it('can be aborted at any moment without harm to the page', async () => {
    const film = await load('upright.mp4');
    const info = await inspectFile(film, { timeoutMs });
    for (let turns = 0; turns < 12; turns++) {
      const leaving = new AbortController();
      const poster = posterFrame(film, info, { timeoutMs, signal: leaving.signal });
      await settled(turns);
      leaving.abort();
      (await poster)?.close();
    }
    expect((await posterOf(film))?.width).to.be.greaterThan(0);
  });

  for (const name of [
    'faststart.mp4',
    'header-last.mp4',
    'fragments.mp4',
    'sized.webm',
    'live.webm',
    'quicktime.mov',
  ]) {
    it(`shows a picture of ${name}`, async () => {
      const picture = await posterOf(await load(name));
      expect([picture?.width, picture?.height]).to.deep.equal([64, 36]);
      expectBlue(picture!);
      picture?.close();
    });
  }

  it('takes a later picture of a film that begins in black', async () => {
    const picture = await posterOf(await load('black-at-first.mp4'));
    expectBlue(picture!);
    picture?.close();
  });

  it('stands a film upright that was taken so', async () => {
    const picture = await posterOf(await load('upright.mp4'));
    expect([picture?.width, picture?.height]).to.deep.equal([36, 64]);
    expectBlue(picture!);
  });

  it('shows a film of oneself the way round that it is played', async () => {
    const response = await fetch('/test/media/dusk.mp4');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const plain = await posterOf(new File([bytes], 'plain.mp4'));
    const mirrored = await posterOf(new File([mirror(bytes)], 'mirrored.mp4'));
    const turned = pixelsOf(plain!, true);
    expect(distance(pixelsOf(plain!), turned), 'the film looks the same in a mirror').to.be.above(8);
    // Firefox knows of no mirrors: it plays the film as it was taken.
    const played = navigator.userAgent.includes('Firefox') ? pixelsOf(plain!) : turned;
    expect(distance(pixelsOf(mirrored!), played)).to.be.below(2);
  });

  it('waits for a picture that the browser has reported too early', async () => {
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const drawImage: CanvasDrawImage['drawImage'] = Reflect.get(prototype, 'drawImage');
    let left = 2;
    prototype.drawImage = function (this: OffscreenCanvasRenderingContext2D, ...how: unknown[]) {
      if (left-- <= 0) Reflect.apply(drawImage, this, how);
    };
    const picture = await posterOf(await load('faststart.mp4'));
    prototype.drawImage = drawImage;
    expect(left).to.be.below(0);
    expectBlue(picture!);
  });

  it('makes it no larger than wanted', async () => {
    const picture = await posterOf(await load('faststart.mp4'), 32);
    expect([picture?.width, picture?.height]).to.deep.equal([32, 18]);
  });

  it('has none of a film that cannot be decoded', async () => {
    const bytes = new Uint8Array(await (await load('faststart.mp4')).arrayBuffer());
    const media = new TextDecoder('latin1').decode(bytes).indexOf('mdat');
    bytes.fill(0xff, media + 4);
    expect(await posterOf(new File([bytes], 'broken.mp4'))).to.equal(undefined);
  });

  it('has none of what has no picture', async () => {
    expect(await posterOf(await load('sound.mp4'))).to.equal(undefined);
    expect(await posterOf(new File(['no video'], 'a.mp4'))).to.equal(undefined);
  });

  it('ends when its signal aborts', async () => {
    const file = await load('faststart.mp4');
    const info: FileInfo = {
      ...UNKNOWN_FILE,
      container: 'mp4',
      videoCodec: 'avc1.4d400a',
      width: 64,
      height: 36,
    };
    expect(await posterFrame(file, info, { signal: AbortSignal.abort() })).to.equal(undefined);
  });
});

describe('the address of a file that a poster is made of', () => {
  const createObjectURL = URL.createObjectURL.bind(URL);
  const revokeObjectURL = URL.revokeObjectURL.bind(URL);
  const open = new Set<string>();
  let made = 0;
  beforeEach(() => {
    URL.createObjectURL = (object: Blob) => {
      const address = createObjectURL(object);
      open.add(address);
      made++;
      return address;
    };
    URL.revokeObjectURL = (address) => {
      open.delete(address);
      revokeObjectURL(address);
    };
  });
  afterEach(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    open.clear();
    made = 0;
  });

  it('is not made where the browser says that it cannot play', async () => {
    const answer = document.createElement('video').canPlayType('video/mp4; codecs="hvc1.1.6.L30.90"');
    const picture = await posterOf(await load('hevc.mp4'));
    if (answer === '') expect([picture, made]).to.deep.equal([undefined, 0]);
    else expect(made).to.be.below(2);
  });

  it('is taken back when there is a picture, and when there is none', async () => {
    expect(await posterOf(await load('faststart.mp4'))).not.to.equal(undefined);
    const info: FileInfo = { ...UNKNOWN_FILE, container: 'mp4', videoCodec: 'avc1.4d400a' };
    expect(await posterFrame(new File(['no video'], 'a.mp4'), info, { timeoutMs })).to.equal(undefined);
    expect([made, open.size]).to.deep.equal([2, 0]);
  });
});

describe('a page whose policy lacks blob: for media', () => {
  // Last: the policy holds for as long as the page does.
  it('has no posters, and reports one refusal only', async () => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'content-security-policy';
    policy.content = "media-src 'self'";
    document.head.append(policy);
    const refused: string[] = [];
    const note = ({ blockedURI }: SecurityPolicyViolationEvent) => refused.push(blockedURI);
    document.addEventListener('securitypolicyviolation', note);
    for (let count = 0; count < 3; count++)
      expect(await posterOf(await load('faststart.mp4'))).to.equal(undefined);
    document.removeEventListener('securitypolicyviolation', note);
    expect(refused).to.have.length(1);
  });
});
