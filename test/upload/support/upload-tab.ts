import { afterEach } from 'node:test';
import { BrowserMemory } from '../../../src/upload/resume/browser-memory.ts';
import { uploadScope } from '../../../src/upload/resume/store/upload-scope.ts';
import type { OpenMemory } from '../../../src/upload/ports/upload-memory.ts';
import { Upload } from '../../../src/upload/upload.ts';
import type { UploadOptions } from '../../../src/upload/upload-options.ts';
import { FakeSite } from './fake-site.ts';
import { PARTS, SIZE } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { until } from '../../support/until.ts';

/** A tab with an upload in it: everything in it ends when it is killed. */
export class FakeTab {
  readonly upload: Upload;
  readonly environment: FakeEnvironment;
  readonly #tab: ReturnType<FakeSite['tab']>;
  readonly #service: DyingService;

  constructor(
    site: FakeSite,
    service: FakeService,
    options: Partial<UploadOptions> = {},
    file = makeFile(SIZE),
    startsAtOnce = true,
  ) {
    this.#tab = site.tab();
    this.#service = new DyingService(service);
    const openMemory: OpenMemory = ({ settings, ...options }) =>
      BrowserMemory.open({ ...options, environment: this.#tab, scope: uploadScope(settings) });
    const environment = (this.environment = Object.assign(new FakeEnvironment(this.#service.asService), {
      openMemory,
    }));
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',

      partSize: PARTS,
    } as const;
    this.upload = new Upload(file, { settings: () => ({ grant }), environment, ...options });
    open.add(this.upload);
    if (startsAtOnce) this.upload.start();
  }

  /** As the crash of a tab: nothing that it does reaches anybody any more. */
  kill(): void {
    this.#service.die();
    this.#tab.kill();
    // So that nothing runs on behind the test.
    this.upload.pause();
    open.delete(this.upload);
  }
}

/** A service that one tab can lose. */
class DyingService {
  readonly asService: FakeService;
  #isDead = false;

  constructor(service: FakeService) {
    this.asService = new Proxy(service, {
      get: (target, name) => {
        if (name === 'post' && this.#isDead) return () => new Promise(() => {});
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  die(): void {
    this.#isDead = true;
  }
}

const open = new Set<Upload>();
afterEach(() => {
  for (const upload of open) upload.cancel();
  open.clear();
});

/** The numbers of the parts that were sent, in order. */
export const partsOf = (service: FakeService) =>
  service.seen.map(({ headers }) => Number(/^part (\d+)/.exec(headers.get('content-range') ?? '')?.[1]));

/** A service that goes silent at its `request`th request, and a tab that waits for it: its time stands still. */
export async function stuckAt(request: number, hasExtensions = true) {
  const site = new FakeSite();
  const service = new FakeService();
  service.hasExtensions = hasExtensions;
  service.faults.push(...Array.from({ length: request - 1 }, () => undefined), 'silence');
  const tab = new FakeTab(site, service);
  service.onSilence = () => tab.environment.standStill();
  await until(() => service.seen.length >= request);
  return { site, service, tab };
}
