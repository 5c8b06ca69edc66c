// The parts of the engine as the worker has them: a service worker cannot load code by `import()`, so the build puts these into its one
// file, in place of `../parts.ts` and `../resume/parts.ts`. What only pages need is not among them.

import { LazyModule } from '../../core/async/lazy-module.ts';
import { NextPage } from '../resume/next-page.ts';
import * as format from '../resume/store/parse-stored-upload.ts';
import * as following from '../resume/tabs/follow-tab.ts';
import { confirmParts } from '../sending/confirm-parts.ts';
import { fetchSender } from '../sending/fetch-sender.ts';
import { fetchStoredParts } from '../sending/fetch-stored-parts.ts';
import { findUnanswered } from '../sending/find-unanswered.ts';
import { joinParts } from '../sending/join-parts.ts';
import { isKnown, pruneRecords } from '../resume/earlier-records.ts';
import { probeUploadId } from '../retry/probe-upload-id.ts';
import { readBody } from '../transports/read-body.ts';
import { IetfTransport } from '../transports/ietf.ts';
import { PutTransport } from '../transports/put.ts';
import { S3Transport } from '../transports/s3/s3-transport.ts';

/** Without what gives an empty video back, asks when one can be played, and computes its checksum: all three are the next page's. */
const extras = {
  ...{
    confirmParts,
    fetchSender,
    fetchStoredParts,
    findUnanswered,
    isKnown,
    joinParts,
    pruneRecords,
    probeUploadId,
    readBody,
  },
  NextPage,
  PutTransport,
  checksumOf: () => Promise.resolve(undefined),
  giveBack: () => Promise.resolve(false),
  watchUpload: () => Promise.resolve(false),
};

export const loadExtras = (): Promise<typeof extras> => Promise.resolve(extras);
export const loadIetf = (): Promise<{ IetfTransport: typeof IetfTransport }> =>
  Promise.resolve({ IetfTransport });
export const loadS3 = (): Promise<{ S3Transport: typeof S3Transport }> => Promise.resolve({ S3Transport });
/** It needs XMLHttpRequest. */
export const loadTusClient = (): Promise<undefined> => Promise.resolve(undefined);

/** The next page keeps copies of files, and removes old ones. */
export const loadKeeping = (): Promise<undefined> => Promise.resolve(undefined);
export const loadWorkerLink = (): Promise<undefined> => Promise.resolve(undefined);
export const recordFormat: LazyModule<typeof format, typeof format> = new LazyModule(
  () => Promise.resolve(format),
  (code) => code,
);
export const tabFollower: LazyModule<typeof following, typeof following> = new LazyModule(
  () => Promise.resolve(following),
  (code) => code,
);
