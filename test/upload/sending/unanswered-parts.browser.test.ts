import { expect } from 'chai';
import { browserUploadEnvironment } from '../../../src/upload/browser-environment.ts';
import type { Grant } from '../../../src/core/wire/grant.ts';
import type { UploadState } from '../../../src/upload/ports/upload-state.ts';
import { loadExtras, loadIetf, loadS3, loadTusClient } from '../../../src/upload/parts.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { PageService, serveXhr } from './support/page-service.ts';

const SIZE = 12_000;
/** Bytes of a part. */
const PART = 1_000;
const MAX_CONNECTIONS = 6;

type Way = Pick<Grant, 'protocol' | 'videoId' | 'joinsParts'> & { path: string; size?: number };

/** Each wire, in each of the ways in which a part is known there. */
const WAYS: Record<string, Way> = {
  'parts into a known video': { protocol: 'parts', path: '/upload', videoId: 'vi1' },
  'parts whose first one names the video': { protocol: 'parts', path: '/upload' },
  'tus in pieces': { protocol: 'tus', path: '/tus', joinsParts: true },
  'tus in one piece': { protocol: 'tus', path: '/tus', joinsParts: false },
  'resumable uploads of the IETF': { protocol: 'ietf', path: '/resumable' },
  'parts into a bucket': { protocol: 's3', path: '/bucket', videoId: 'vi1' },
  'put in ranges': { protocol: 'put', path: '/session' },
  'put of the whole': { protocol: 'put', path: '/object', size: PART },
};

describe('a part that has been sent and is not answered', () => {
  let service: PageService;
  let network: { restore: () => void };
  let upload: Upload | undefined;

  before(() => Promise.all([loadExtras(), loadIetf(), loadS3(), loadTusClient()]));

  beforeEach(() => {
    service = new PageService();
    network = serveXhr(service);
  });

  afterEach(() => {
    upload?.cancel();
    service.clock.end();
    network.restore();
  });

  async function send({ path, size = SIZE, ...way }: Way, backend?: string): Promise<UploadState> {
    const url = `${service.origin}${path}`;
    const { multipart } = service;
    const grant = { ...way, url, token: 'good', partSize: { min: PART, max: PART }, multipart };
    const { now, sleep } = service.clock;
    const environment = {
      ...browserUploadEnvironment,
      ...{ now, sleep, fetch: service.fetch, openMemory: undefined, policy: undefined },
    };
    const sending = (upload = new Upload(makeFile(size), {
      settings: () => ({ grant, backend }),
      environment,
    }));
    return new Promise((resolve) => {
      sending.store.subscribe((state) => {
        if (state.status === 'processing' || state.status === 'failed') resolve(state);
      });
      sending.start();
    });
  }

  function assertWhole(state: UploadState, size = SIZE): void {
    expect(state.status === 'failed' ? state.error.code : 'sent').to.equal('sent');
    expect(service.videos).to.have.length(1);
    expect(service.videos[0]).to.deep.equal(Uint8Array.from(makeBytes(size)));
  }

  for (const [name, way] of Object.entries(WAYS)) {
    it(`is found at the service, and the rest is sent from memory: ${name}`, async () => {
      service.swallows = true;
      assertWhole(await send(way), way.size);
      expect(service.mostSent, service.sent.join(', ')).to.be.at.most(2);
      expect(service.mostHeld).to.be.at.most(2 * (PART + 1_000) * MAX_CONNECTIONS);
    });

    it(`is not sent again to a service that answers after a minute: ${name}`, async () => {
      service.answerMs = 60_000;
      assertWhole(await send(way), way.size);
      expect(service.mostSent, service.sent.join(', ')).to.equal(1);
    });
  }

  it('is found without being sent again where the service knows its parts', async () => {
    service.swallows = true;
    assertWhole(await send({ protocol: 'parts', path: '/upload', videoId: 'vi1' }));
    expect(service.mostSent, service.sent.join(', ')).to.equal(1);
  });

  it('is found by the status of its video where its address can only be written to', async () => {
    service.swallows = true;
    const way: Way = { protocol: 'put', path: '/object', videoId: 'vi1', size: PART };
    assertWhole(await send(way, `${service.origin}/backend`), PART);
    expect(service.mostSent, service.sent.join(', ')).to.equal(1);
  });

  it('is sent again where the video has another size than the file', async () => {
    service.swallows = true;
    service.isCut = true;
    const way: Way = { protocol: 'put', path: '/object', videoId: 'vi1', size: PART };
    assertWhole(await send(way, `${service.origin}/backend`), PART);
    expect(service.mostSent, service.sent.join(', ')).to.equal(2);
  });

  it('is sent once more from memory where the service cannot say what it has', async () => {
    service.swallows = true;
    service.isDumb = true;
    assertWhole(await send({ protocol: 'parts', path: '/upload', videoId: 'vi1' }));
    expect(service.mostSent).to.equal(2);
    // Only those that were on their way when it was noticed.
    expect(service.sent.length).to.be.at.most(SIZE / PART + MAX_CONNECTIONS);
  });
});
