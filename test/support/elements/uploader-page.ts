import '../../../src/define/vh-uploader.ts';
import type { VhUploader } from '../../../src/define/vh-uploader.ts';
import { uploads } from '../../../src/upload/index.ts';
import { UploaderHarness } from './uploader-harness.ts';
import { serve } from '../upload/uploader-network.ts';
import { FakeService } from '../upload/uploader-service.ts';

/** The service that the page's uploaders talk to: a new one for each test. */
export let service: FakeService;
/** Where the test shows what it tests. */
export let stage: HTMLElement;
let network: { restore: () => void };

/** Sets up a page for one test. */
export function setUpPage(): void {
  // A store for each test: no test resumes the unfinished uploads of another.
  service = new FakeService(
    `https://service-${crypto.getRandomValues(new Uint32Array(2)).join('-')}.example`,
  );
  network = serve(service);
  stage = document.createElement('main');
  document.body.append(stage);
}

/** Leaves nothing behind for the next test. */
export async function clearPage(): Promise<void> {
  const uploaders = [...stage.querySelectorAll('vh-uploader')];
  stage.remove();
  for (const uploader of uploaders) uploader.cancel();
  // An uploader notices in a microtask that it is gone.
  await Promise.resolve();
  // What a removed one has sent belongs to the page: it would go on, into the service of the next test.
  for (const { id } of uploads().items) uploads().cancel(id);
  network.restore();
}

/** An uploader on the page, ready to be used. */
export async function show(
  attributes: Record<string, string> = {},
  parent = stage,
): Promise<UploaderHarness> {
  const element: VhUploader = document.createElement('vh-uploader');
  element.grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const harness = new UploaderHarness(element);
  parent.append(element);
  await element.updateComplete;
  return harness;
}

/** True while an element has that state, for style sheets. */
export const matches = (element: Element, state: string): boolean => element.matches(`:state(${state})`);
