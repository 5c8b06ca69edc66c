import type { GrantReason } from '../../../src/core/grant.ts';
import type { GrantSettings } from '../../../src/upload/grant-source.ts';
import type { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';

/** The right of one upload, as its page gives it. */
export class UploadRight {
  readonly #schedule: FaultSchedule;
  readonly #house: FaultHouse;
  readonly #title: string;
  token: string;
  /** The video that the upload must end in, where the grant says it. */
  videoId: string | undefined;
  wasRevoked = false;
  #starts = 0;
  #renewals = 0;

  private constructor(schedule: FaultSchedule, house: FaultHouse, title: string, token: string) {
    this.#schedule = schedule;
    this.#house = house;
    this.#title = title;
    this.token = token;
  }

  static async make(schedule: FaultSchedule, house: FaultHouse, title: string): Promise<UploadRight> {
    const right = new UploadRight(schedule, house, title, await house.createToken());
    await right.#nameVideo();
    return right;
  }

  get settings(): GrantSettings {
    const { right, wire } = this.#schedule;
    if (right === 'token') return { token: this.token, baseUrl: this.#house.line.url, protocol: wire };
    return { grant: (reason) => this.#grant(reason) };
  }

  async revoke(): Promise<void> {
    this.wasRevoked = true;
    await this.#house.deleteToken(this.token);
  }

  async #nameVideo(): Promise<void> {
    const { wire, right, seed } = this.#schedule;
    if (wire === 'put') this.videoId = `put-${String(seed)}`;
    else if (right === 'video') this.videoId = await this.#house.createVideo(this.#title);
  }

  async #grant(reason: GrantReason) {
    const { wire, partSize, takesRanges, story } = this.#schedule;
    const { url } = this.#house.line;
    const isRenewable = !('isRenewable' in story) || story.isRenewable;
    // Asked to begin once more: the video that there was is gone.
    if (reason === 'start' && this.#starts++ > 0) await this.#nameVideo();
    if (reason === 'refused' && isRenewable) {
      this.#renewals++;
      this.token = await this.#house.createToken();
    }
    const { token, videoId } = this;
    if (wire !== 'put') return { protocol: wire, url: `${url}/upload`, token, videoId, partSize };
    const path = `${takesRanges ? 'session' : 'object'}/${this.#title}`;
    return { protocol: wire, url: `${url}/${path}?signature=${String(this.#renewals)}`, videoId, partSize };
  }
}
