import type { Grant, GrantReason, UploadProtocol } from '../../../../src/core/wire/grant.ts';
import { xhrSender } from '../../../../src/upload/transports/http-senders.ts';
import { Upload } from '../../../../src/upload/upload.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { followUpload, type UploadEnd } from '../../../support/upload/faults/follow-upload.ts';
import { CuttableEnvironment } from '../../../support/upload/faults/cuttable-environment.ts';

/** One upload, as a page sees it. */
export interface PageUpload {
  seed: number;
  name: string;
  size: number;
  pauses: number;
  /** A bare token and where it goes; nothing for a page that asks for grants. */
  token: { token: string; baseUrl: string; protocol: UploadProtocol } | undefined;
}

declare global {
  interface Window {
    /** Messages to this page from the process that holds the line. */
    lookAtLine: () => Promise<{ isQuiet: boolean; holes: number }>;
    setLineDown: (isDown: boolean) => Promise<void>;
    askGrant: (reason: GrantReason) => Promise<Grant>;
    /** What that process has this page do. */
    uploadUnderFaults: (upload: PageUpload) => Promise<UploadEnd>;
    goOffline: (seconds: number, isAnnounced: boolean) => Promise<void>;
  }
}

let active = 0;
/** Grants that are being asked for: they are not seen on the line. */
let granting = 0;

/** Counts requests from all senders that have neither been answered nor failed. */
class CountedXhr extends XMLHttpRequest {
  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    active++;
    this.addEventListener('loadend', () => active--);
    super.send(body);
  }
}
window.XMLHttpRequest = CountedXhr;

let environment: CuttableEnvironment;
window.goOffline = (seconds, isAnnounced) => environment.goOffline(seconds, isAnnounced);

window.uploadUnderFaults = async ({ seed, name, size, pauses, token }) => {
  const bytes = await (await fetch(`/bytes?seed=${String(seed)}&size=${String(size)}`)).blob();
  const file = new File([bytes], name, { type: 'video/mp4' });
  const look = async (asked: number) => {
    const { isQuiet, holes } = await window.lookAtLine();
    return { isQuiet: isQuiet && granting === 0, isOnItsWay: asked + active > holes };
  };
  const setDown = (isDown: boolean) => window.setLineDown(isDown);
  environment = new CuttableEnvironment(xhrSender, { look, setDown }, seededRandom(seed));
  const grant = (reason: GrantReason) => {
    granting++;
    return window.askGrant(reason).finally(() => granting--);
  };
  const settings = token ?? { grant };
  const upload = new Upload(file, { settings: () => settings, environment });
  try {
    return await followUpload(upload, pauses);
  } finally {
    upload.release();
    environment.end();
  }
};
