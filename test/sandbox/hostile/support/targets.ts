import type { HostileSandbox } from './hostile-sandbox.ts';

/** Where a body may be sent: with a file in it, or JSON; and one upload of a byte on the tus wire. */
export interface Targets {
  files: readonly string[];
  json: readonly string[];
  tus: string;
}

/** Every route that reads a body, on things that are there. */
export async function targetsOf(sandbox: HostileSandbox): Promise<Targets> {
  const videoId = await sandbox.make('/videos', { title: 'x' }, 'videoId');
  const playerId = await sandbox.make('/players', {}, 'playerId');
  const liveStreamId = await sandbox.make('/live-streams', { name: 'x' }, 'liveStreamId');
  const token = await sandbox.make('/upload-tokens', {}, 'token');
  return {
    files: [
      `POST /videos/${videoId}/source`,
      `POST /upload?token=${token}`,
      `POST /videos/${videoId}/captions/en`,
      `POST /videos/${videoId}/chapters/en`,
      `POST /videos/${videoId}/thumbnail`,
      `POST /live-streams/${liveStreamId}/thumbnail`,
      `POST /players/${playerId}/logo`,
      'POST /watermarks',
    ],
    json: [
      'POST /videos',
      `PATCH /videos/${videoId}`,
      `PATCH /videos/${videoId}/thumbnail`,
      `PATCH /videos/${videoId}/captions/en`,
      'POST /live-streams',
      `PATCH /live-streams/${liveStreamId}`,
      'POST /players',
      `PATCH /players/${playerId}`,
      'POST /upload-tokens',
      'POST /webhooks',
      'POST /auth/api-key',
      'POST /auth/refresh',
      'POST /collector/vod',
      'POST /collector/live',
      'POST /collector/watch',
      'POST /collector/events',
      'POST /collector/cmcd',
      'POST /_sandbox/faults',
      'POST /_sandbox/v1/clock',
      'POST /_sandbox/v1/snapshots',
      'POST /_sandbox/v1/restore',
      'POST /_sandbox/v1/seed',
      'POST /_sandbox/v1/trigger',
    ],
    tus: await tusUpload(sandbox, token),
  };
}

async function tusUpload(sandbox: HostileSandbox, token: string): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': 1, 'content-length': 0 };
  const { text } = await sandbox.send({ request: `POST /upload?token=${token}`, headers, body: [] });
  const [, where = ''] = /\r\nlocation: http:\/\/[^/]+(\S+)/i.exec(text) ?? [];
  return where;
}
