import { parseArgs } from 'node:util';
import { runChecks, type CheckResult } from './run-checks.ts';

const USAGE = `vh-elements conformance --url ADDRESS [options]
Tries a page backend, in whatever language it is written, against docs/backend-contract.md.

  --url ADDRESS             the backend with its path, such as https://www.example.org/vh
  --video-id ID             a public, playable video
  --live-stream-id ID       a public live stream
  --private-video-id ID     a private, playable video
  --header 'NAME: VALUE'    what a visitor who may upload and watch sends; may be given again
  --origin ORIGIN           an origin whose pages may ask; the backend's own when absent
  --upload                  asks for a grant too, which makes one empty video
`;

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: '-   ' } as const;

/** Runs the command: prints a line a check, and answers the exit code: 0 held, 1 failed, 2 not understood. */
export async function conformance(words: string[], print: (text: string) => void): Promise<number> {
  const options = read(words);
  if (!options) {
    print(USAGE);
    return 2;
  }
  const results = await runChecks(options, ({ title, outcome, why }) =>
    print(`${MARKS[outcome]} ${title}${why === undefined ? '' : ` – ${why}`}\n`),
  );
  const count = (outcome: CheckResult['outcome']) =>
    String(results.filter((result) => result.outcome === outcome).length);
  print(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} left out\n`);
  return count('failed') === '0' ? 0 : 1;
}

function read(words: string[]): Parameters<typeof runChecks>[0] | undefined {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        'url': { type: 'string' },
        'origin': { type: 'string' },
        'header': { type: 'string', multiple: true },
        'video-id': { type: 'string' },
        'live-stream-id': { type: 'string' },
        'private-video-id': { type: 'string' },
        'upload': { type: 'boolean' },
      },
    });
    const { url, origin, upload } = values;
    if (url === undefined || !/^https?:$/.test(new URL(url).protocol)) return undefined;
    return {
      url,
      origin,
      upload,
      headers: readHeaders(values.header ?? []),
      videoId: values['video-id'],
      liveStreamId: values['live-stream-id'],
      privateVideoId: values['private-video-id'],
    };
  } catch {
    return undefined;
  }
}

function readHeaders(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
