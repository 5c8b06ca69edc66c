import { film } from '../sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, textOf } from '../sandbox/sandbox.ts';

/** A service with one of each thing that the contract speaks of. */
export class ServiceWithThings {
  readonly sandbox: SandboxUnderTest;
  readonly videoId: string;
  readonly privateVideoId: string;
  readonly liveStreamId: string;

  private constructor(sandbox: SandboxUnderTest, ids: [string, string, string]) {
    this.sandbox = sandbox;
    [this.videoId, this.privateVideoId, this.liveStreamId] = ids;
  }

  static async start(): Promise<ServiceWithThings> {
    const sandbox = await SandboxUnderTest.start();
    const make = async (isPublic: boolean) => {
      const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'A film', public: isPublic } });
      const videoId = textOf(body, 'videoId');
      await sandbox.upload(videoId, await film('h264-aac.mp4'));
      await sandbox.statusWhen(videoId, isSettled);
      return videoId;
    };
    const stream = await sandbox.ask('POST', '/live-streams', { json: { name: 'A stream' } });
    const liveStreamId = textOf(stream.body, 'liveStreamId');
    return new ServiceWithThings(sandbox, [await make(true), await make(false), liveStreamId]);
  }

  /** What an example has to know. */
  get env(): Record<string, string> {
    return { VH_BASE_URL: this.sandbox.url, VH_API_KEY: KEY };
  }

  /** Arguments of the conformance command, for a backend at `url`. */
  wordsFor(url: string): string[] {
    return [
      ...['--url', url, '--header', 'cookie: user=me', '--upload'],
      ...['--video-id', this.videoId, '--private-video-id', this.privateVideoId],
      ...['--live-stream-id', this.liveStreamId],
    ];
  }

  end(): Promise<void> {
    return this.sandbox.end();
  }
}
