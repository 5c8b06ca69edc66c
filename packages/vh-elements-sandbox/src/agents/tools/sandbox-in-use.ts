import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, type Sandbox } from '../../sandbox.ts';
import { connectSandbox, type SandboxClient } from '../../testing/testing.ts';

/** Where a sandbox is, as a site's own server needs to know it. */
export interface Place {
  url: string;
  apiKey: string;
}

/** The sandbox that the tools speak to: one that they started, or one that runs already. */
export class SandboxInUse {
  #client: SandboxClient | undefined;
  #own: { sandbox: Sandbox; isTemporary: boolean; dataDir: string } | undefined;

  /** The client; throws a sentence where there is no sandbox yet. */
  get client(): SandboxClient {
    if (!this.#client) throw new Error('No sandbox is in use yet: call start_sandbox or connect_sandbox.');
    return this.#client;
  }

  /** Starts one in this process; without a folder, on one that goes with it. */
  async start({ port = 0, folder }: { port?: number; folder?: string | undefined }): Promise<Place> {
    await this.close();
    const isTemporary = folder === undefined;
    const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'vh-sandbox-')));
    const sandbox = await createSandbox({
      dataDir,
      // The standard output belongs to the protocol.
      log: (line) => process.stderr.write(`${line}\n`),
    });
    this.#own = { sandbox, isTemporary, dataDir };
    try {
      const { url } = await sandbox.listen({ port });
      return this.#use({ url, apiKey: sandbox.apiKey });
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Takes one that runs already; throws a sentence where there is none. */
  async connect(place: Place): Promise<Place> {
    const client = connectSandbox(place);
    await client.clock.now().catch((cause: unknown) => {
      throw new Error(`At ${place.url} no sandbox answers.`, { cause });
    });
    await client.ask('GET', '/videos?pageSize=1');
    await this.close();
    return this.#use(place);
  }

  /** Ends what was started here. */
  async close(): Promise<void> {
    this.#client = undefined;
    const own = this.#own;
    this.#own = undefined;
    await own?.sandbox.close();
    if (own?.isTemporary === true) await rm(own.dataDir, { recursive: true, force: true });
  }

  #use(place: Place): Place {
    this.#client = connectSandbox(place);
    return place;
  }
}
