import { expect } from 'chai';
import '../../../src/define/vh-captions-picker.ts';
import '../../../src/define/vh-player.ts';
import '../../../src/define/vh-transcript.ts';
import '../../../src/define/vh-upload-status.ts';
import '../../../src/define/vh-uploader.ts';
import { until } from '../../support/until.ts';

describe('the console of a page with a mistake in its set-up', () => {
  const page = globalThis.console;
  const { error } = page;
  let lines: string[];
  let host: HTMLElement;
  beforeEach(() => {
    lines = [];
    page.error = (line: unknown) => void lines.push(String(line));
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    host.remove();
    page.error = error;
  });

  /** Writes a page, and waits for a line about it. */
  async function lineOf(page: string): Promise<string> {
    host.innerHTML = page;
    await until(() => lines.length > 0);
    return lines.join('\n');
  }

  for (const [page, words] of [
    [
      '<vh-uploader back-end="/vh"></vh-uploader>',
      '<vh-uploader> has no attribute "back-end". Did you mean "backend"?',
    ],
    [
      '<vh-uploader maxsize="5"></vh-uploader>',
      '<vh-uploader> has no attribute "maxsize". Did you mean "max-size"?',
    ],
    [
      '<vh-uploader max-size="2 gigs"></vh-uploader>',
      'max-size="2 gigs"> lets no file through: the value is bytes, such as "2 GB"',
    ],
    [
      '<vh-uploader multiple max-files="many"></vh-uploader>',
      'max-files="many"> is ignored: the value is a number, such as "10"',
    ],
    ['<vh-uploader capture></vh-uploader>', 'capture=""> is ignored: the value is one of camera, screen.'],
    [
      '<vh-uploader /><vh-player />',
      '<vh-player> is inside <vh-uploader>, where nobody sees it. Close the tag: <vh-uploader></vh-uploader>.',
    ],
    ['<vh-captions-picker for="nobody"></vh-captions-picker>', 'finds no element with the id "nobody"'],
  ] as const) {
    it(`has one line about ${page}`, async () => {
      expect(await lineOf(page)).to.contain(words);
      expect(lines[0]).to.match(
        /^vh-elements: invalid-use: .* See docs\/errors\.md#invalid-use in the package vh-elements$/,
      );
      host.innerHTML = page;
      await host.querySelector('vh-uploader')?.updateComplete;
      expect(lines).to.have.length(1);
    });
  }

  for (const [page, words] of [
    [
      '<vh-player vidoe-id="vi1"></vh-player>',
      '<vh-player> has no attribute "vidoe-id". Did you mean "video-id"?',
    ],
    [
      '<vh-player backedn="/vh"></vh-player>',
      '<vh-player> has no attribute "backedn". Did you mean "backend"?',
    ],
    [
      '<vh-player smaple-rate="1"></vh-player>',
      '<vh-player> has no attribute "smaple-rate". Did you mean "sample-rate"?',
    ],
    [
      '<vh-player preload="none" load="nwo"></vh-player>',
      '<vh-player load="nwo"> is ignored: the value is one of visible, intent, now, consent.',
    ],
    [
      '<vh-player speeds="fast"></vh-player>',
      '<vh-player speeds="fast"> is ignored: the value is speeds from 0.0625 to 16, such as "0.5 1 2".',
    ],
    [
      '<vh-player skip-seconds="ten"></vh-player>',
      '<vh-player skip-seconds="ten"> is ignored: the value is a number',
    ],
    [
      '<vh-player sample-rate="all"></vh-player>',
      '<vh-player sample-rate="all"> is ignored: the value is a share from 0 to 1',
    ],
    [
      '<vh-player video-id="a b"></vh-player>',
      '<vh-player video-id="a b"> cannot be used: the value is an id: up to 64 letters, digits, "-" and "_".',
    ],
    [
      '<vh-uploader protocol="ftp"></vh-uploader>',
      '<vh-uploader protocol="ftp"> cannot be used: the value is one of parts, tus, put, ietf, s3.',
    ],
    [
      '<vh-player start-time="one"></vh-player>',
      '<vh-player start-time="one"> is ignored: the value is a number',
    ],
    [
      '<vh-uploader accpet="video/*"></vh-uploader>',
      '<vh-uploader> has no attribute "accpet". Did you mean "accept"?',
    ],
    [
      '<vh-captions-picker disalbed></vh-captions-picker>',
      '<vh-captions-picker> has no attribute "disalbed". Did you mean "disabled"?',
    ],
    [
      '<vh-transcript langauge="en"></vh-transcript>',
      '<vh-transcript> has no attribute "langauge". Did you mean "language"?',
    ],
    [
      '<vh-upload-status upload-gruop="films"></vh-upload-status>',
      '<vh-upload-status> has no attribute "upload-gruop". Did you mean "upload-group"?',
    ],
  ] as const) {
    it(`has one line about ${page}, which no visitor touches`, async () => {
      expect(await lineOf(page)).to.contain(words);
      expect(lines).to.have.length(1);
    });
  }

  it('is silent about every attribute that an element has', async () => {
    const attributes =
      'audio storyboard width height skip-seconds speeds auto-pip fullscreen-target cmcd collector-format sample-rate respect-opt-out metadata-course';
    host.innerHTML = `<vh-player ${attributes
      .split(' ')
      .map((name) => `${name}="1"`)
      .join(' ')}></vh-player>`;
    await host.querySelector('vh-player')?.updateComplete;
    await import('../../../src/elements/setup/reports.ts');
    expect(lines).to.deep.equal([]);
  });

  it('has one line about a misspelt attribute of a player under the pointer', async () => {
    host.innerHTML = '<vh-player videoid="vi1"></vh-player>';
    host.querySelector('vh-player')?.dispatchEvent(new Event('pointerenter'));
    await until(() => lines.length > 0);
    expect(lines.join()).to.contain('<vh-player> has no attribute "videoid". Did you mean "video-id"?');
  });

  it('has one line about a word of a player that is none of those it takes', async () => {
    host.innerHTML = '<vh-player load="visibile" preload="none"></vh-player>';
    host.querySelector('vh-player')?.dispatchEvent(new Event('pointerenter'));
    await until(() => lines.length > 0);
    expect(lines.join()).to.contain(
      '<vh-player load="visibile"> is ignored: the value is one of visible, intent, now, consent.',
    );
    expect(lines).to.have.length(1);
  });

  it('has one line about a player with two ids, which says what plays', async () => {
    const line = await lineOf(
      '<vh-player load="now" asset-url="/none" video-id="vi1" live-stream-id="li1"></vh-player>',
    );
    expect(line).to.contain(
      '<vh-player> has video-id and live-stream-id: it plays video-id. Set one of them.',
    );
  });

  it('has one line about a quality that is none, which changes nothing', async () => {
    host.innerHTML = '<vh-player preload="none"></vh-player>';
    const player = host.querySelector('vh-player');
    expect(player).to.not.equal(null);
    for (const word of ['720p', undefined]) Reflect.set(player ?? {}, 'quality', word);
    await until(() => lines.length > 0);
    expect(player?.quality).to.equal('auto');
    expect(lines.join('\n')).to.contain(
      'A value for "quality" of <vh-player> is ignored: it is not one of "auto" and the entries of "qualities".',
    );
    Reflect.set(player ?? {}, 'quality', 'auto');
    await import('../../../src/elements/setup/reports.ts');
    expect(lines).to.have.length(1);
  });

  it('has one line about a limit that cannot be read, also once it has kept out a file', async () => {
    await lineOf('<vh-uploader max-size="two GB"></vh-uploader>');
    const ended = new Promise((resolve) =>
      host.addEventListener('vh-error', resolve, { capture: true, once: true }),
    );
    host.querySelector('vh-uploader')?.upload([new File(['a'], 'film.mp4', { type: 'video/mp4' })]);
    await ended;
    await import('../../../src/elements/setup/reports.ts');
    expect(lines).to.have.length(1);
  });

  it('names an API key, and never its value', async () => {
    expect(await lineOf('<vh-uploader api-key="secret-value"></vh-uploader>')).to.match(
      /^vh-elements: api-key-in-page: /,
    );
    expect(lines.join()).not.to.contain('secret-value');
  });

  it('says that the address for uploads is missing, when a file is chosen', async () => {
    host.innerHTML = '<vh-uploader without-resume></vh-uploader>';
    host.querySelector('vh-uploader')?.upload(new File(['film'], 'film.mp4', { type: 'video/mp4' }));
    await until(() => lines.length > 0);
    expect(lines.join('\n')).to.match(
      /^vh-elements: grant-missing: Set a token, a grant or a backend.*#grant-missing in the package vh-elements$/m,
    );
  });

  it('is silent about the attributes of other libraries, and those of every element', async () => {
    host.innerHTML =
      '<vh-uploader v-cloak x-data hx-get="/" autofocus draggable="true" itemprop="video"></vh-uploader>';
    await host.querySelector('vh-uploader')?.updateComplete;
    await import('../../../src/elements/setup/reports.ts');
    expect(lines).to.deep.equal([]);
  });

  it('says that another copy has defined an element', async () => {
    const { reportSecondCopy } = await import('../../../src/elements/setup/reports.ts');
    reportSecondCopy('vh-player', class extends HTMLElement {});
    expect(lines.join()).to.match(
      /^vh-elements: invalid-use: Another copy of vh-elements has defined <vh-player>/,
    );
  });
});
