import { expect } from 'chai';
import {
  browserResumeEnvironment,
  type ResumeEnvironment,
} from '../../../src/upload/resume/resume-environment.ts';
import type { TabMessage } from '../../../src/upload/resume/tabs/tab-channel.ts';
import { UnfinishedUploads } from '../../../src/upload/resume/unfinished-uploads.ts';
import { BrowserMemory, type MemoryOptions } from '../../../src/upload/resume/browser-memory.ts';
import { uploadScope } from '../../../src/upload/resume/store/upload-scope.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { until } from '../../support/until.ts';

/** The environment of another tab, although it is in the same page. */
const environment = (): ResumeEnvironment => ({
  ...(browserResumeEnvironment() ?? expect.fail('this browser cannot resume')),
  activeUploads: new Map(),
});

/** A place of its own for each test: the database and the locks are the whole site's. */
const settings = {
  token: 'secret',
  baseUrl: `https://${crypto.getRandomValues(new Uint32Array(2)).join('-')}.example`,
};
let baseUrl = '';
let count = 0;

interface Tab {
  memory: Promise<BrowserMemory>;
  followed: TabMessage[];
}

function open(options: Partial<MemoryOptions> = {}): Tab {
  const followed: TabMessage[] = [];
  const opening = BrowserMemory.open({
    file: makeFile(10),
    scope: uploadScope({ ...settings, baseUrl }),
    environment: environment(),
    signal: new AbortController().signal,
    onOtherTab: (sent) => followed.push({ sent }),
    onLost: (error) => expect.fail(String(error)),
    ...options,
  });
  const memory = opening.then((opened) => opened ?? expect.fail('this page sends it already'));
  return { memory, followed };
}

const heard = async ({ followed }: Tab, sent: number) => {
  await until(() => followed.at(-1)?.sent === sent);
};

const HALF = () =>
  ({
    protocol: 'parts',
    endpoint: `${baseUrl}/upload`,
    videoId: 'vi1',
    parts: [
      { from: 0, to: 5, stored: true },
      { from: 5, to: 10, stored: false },
    ],
    wire: ['id'],
  }) as const;

/** A tab of the same site: an iframe, whose locks end with it as a tab's do. */
function openTab(): { environment: ResumeEnvironment; close: () => void } {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentWindow ?? expect.fail('no window');
  return { environment: { ...environment(), locks: inside.navigator.locks }, close: () => frame.remove() };
}

describe('uploads that were begun', () => {
  beforeEach(() => {
    baseUrl = `${settings.baseUrl}/${count++}`;
  });

  it('are found again with what the server has, and nowhere else', async () => {
    const first = await open().memory;
    await first.save(HALF());
    await first.release();
    const [found, ...more] = await new UnfinishedUploads(() => ({ ...settings, baseUrl })).list();
    expect(more).to.deep.equal([]);
    expect(found).to.include({ name: 'clip.mp4', size: 10, stored: 5, hasFile: false });
    const elsewhere = new UnfinishedUploads(() => ({ ...settings, baseUrl: `${baseUrl}/other` }));
    expect(await elsewhere.list()).to.deep.equal([]);
  });

  it('are not offered while another tab sends them, and cannot be discarded then', async () => {
    const unfinished = new UnfinishedUploads(() => ({ ...settings, baseUrl }));
    const sender = await open().memory;
    await sender.save(HALF());
    expect(await unfinished.list()).to.deep.equal([]);
    const [kept] = (await environment().records.list()).filter(({ scope }) => scope.includes(baseUrl));
    await unfinished.forget(kept?.key ?? '');
    await sender.release();
    expect(await unfinished.list()).to.have.length(1);
  });

  it('are forgotten when a person says so', async () => {
    const unfinished = new UnfinishedUploads(() => ({ ...settings, baseUrl }));
    const first = await open().memory;
    await first.save(HALF());
    await first.release();
    const [found] = await unfinished.list();
    await unfinished.forget(found?.key ?? '');
    expect(await unfinished.list()).to.deep.equal([]);
    expect((await open().memory).record).to.equal(undefined);
  });

  it('are cleared away after seven days', async () => {
    const first = await open().memory;
    await first.save(HALF());
    await first.release();
    const later = { ...environment(), now: () => Date.now() + 7 * 24 * 60 * 60 * 1000 };
    expect(await new UnfinishedUploads(() => ({ ...settings, baseUrl }), later).list()).to.deep.equal([]);
    expect((await environment().records.list()).filter(({ scope }) => scope.includes(baseUrl))).to.deep.equal(
      [],
    );
  });

  it('run in one tab while others follow; one of those takes over when it is closed', async () => {
    const tab = openTab();
    const sender = await open({ environment: tab.environment }).memory;
    await sender.save(HALF());
    sender.reportSent(6);
    const follower = open();
    await heard(follower, 6);
    sender.reportSent(7);
    await heard(follower, 7);
    tab.close();
    const taken = await follower.memory;
    expect(taken.record).to.deep.equal(HALF());
    await taken.cancel();
  });

  it('end in one video for all tabs', async () => {
    const sender = await open().memory;
    await sender.save(HALF());
    const follower = open();
    await heard(follower, 0);
    await sender.finish({ videoId: 'vi1' });
    const reported = await follower.memory;
    expect(reported.video?.videoId).to.equal('vi1');
    await reported.finish({ videoId: 'vi1' });
  });

  it('hold no token, wherever they are kept', async () => {
    const first = await open().memory;
    await first.save(HALF());
    expect(JSON.stringify(await environment().records.list())).not.to.include('secret');
    await first.cancel();
  });
});
