import type { Grant, GrantReason } from '../../../../src/core/wire/grant.ts';
import type { FaultService } from './fault-service.ts';
import type { FaultSchedule } from './fault-schedule.ts';

/** The credential of one upload, as its page gives it. */
export class UploadCredential {
  readonly #schedule: FaultSchedule;
  readonly #service: FaultService;
  readonly #title: string;
  token: string;
  /** The video that the upload must end in, where the grant says it. */
  videoId: string | undefined;
  wasRevoked = false;
  #starts = 0;
  /** By `s3`: the present grant. */
  #s3: Grant | undefined;
  #renewals = 0;

  private constructor(schedule: FaultSchedule, service: FaultService, title: string, token: string) {
    this.#schedule = schedule;
    this.#service = service;
    this.#title = title;
    this.token = token;
  }

  static async make(
    schedule: FaultSchedule,
    service: FaultService,
    title: string,
  ): Promise<UploadCredential> {
    const credential = new UploadCredential(schedule, service, title, await service.createToken());
    await credential.#nameVideo();
    return credential;
  }

  /** False for a bare token. */
  get hasGrant(): boolean {
    return this.#schedule.credential !== 'token';
  }

  async revoke(): Promise<void> {
    this.wasRevoked = true;
    await this.#service.deleteToken(this.token);
  }

  async #nameVideo(): Promise<void> {
    const { wire, credential, seed } = this.#schedule;
    if (wire === 'put' || wire === 's3') this.videoId = `${wire}-${String(seed)}`;
    else if (credential === 'video') this.videoId = await this.#service.createVideo(this.#title);
  }

  /** Addresses of the bucket: new ones for a new upload, and where a refused grant may be renewed. */
  async #grantBucket(reason: GrantReason, isRenewable: boolean): Promise<Grant> {
    const { size, partSize, takesRanges } = this.#schedule;
    const { line, put } = this.#service;
    if (reason === 'start' || !this.#s3 || (reason === 'refused' && isRenewable)) {
      const given = { key: this.#title, size, partSize: partSize.min, ttl: 3_600 + this.#renewals };
      const about = { ...given, isNew: reason === 'start', hasMore: takesRanges };
      this.#s3 = { ...(await put.s3.grant(line.url, about)), videoId: this.videoId };
    }
    return this.#s3;
  }

  /** A grant, for the reason that is asked for it. */
  async grant(reason: GrantReason): Promise<Grant> {
    const { wire, partSize, takesRanges, scenario } = this.#schedule;
    const { url } = this.#service.line;
    const isRenewable = !('isRenewable' in scenario) || scenario.isRenewable;
    // Asked to begin once more: the video that there was is gone.
    if (reason === 'start' && this.#starts++ > 0) await this.#nameVideo();
    if (reason === 'refused' && isRenewable) {
      this.#renewals++;
      this.token = await this.#service.createToken();
    }
    if (wire === 's3') return this.#grantBucket(reason, isRenewable);
    const { token, videoId } = this;
    // By this wire, the address says which video it is for.
    const into = wire === 'ietf' && videoId !== undefined ? `?videoId=${videoId}` : '';
    if (wire !== 'put') return { protocol: wire, url: `${url}/upload${into}`, token, videoId, partSize };
    const path = `${takesRanges ? 'session' : 'object'}/${this.#title}`;
    return { protocol: wire, url: `${url}/${path}?signature=${String(this.#renewals)}`, videoId, partSize };
  }
}
