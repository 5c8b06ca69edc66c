import { parseArgs } from 'node:util';
import { isVhError } from '../core/errors/vh-error.ts';
import { runChecks, type CheckResult } from './run-checks.ts';

const USAGE = `vh-elements conformance --url ADDRESS [options]
Tests a page backend, in whatever language it is written, against docs/backend-contract.md.

  --url ADDRESS             the backend with its path, such as https://www.example.org/vh
  --video-id ID             a public, playable video
  --live-stream-id ID       a public live stream
  --private-video-id ID     a private, playable video
  --header 'NAME: VALUE'    what a visitor who may upload and watch sends; may be given again
  --origin ORIGIN           an origin whose pages may ask; the backend's own when absent
  --upload                  asks for grants too, which make empty videos, and changes one as its author
  --help                    this text

Each check is one line: "ok" holds, "FAIL" does not and says why, "-" was left out because an option
is missing. Give all options to test everything. The requests go to ADDRESS alone.
Exit code: 0 all checks passed, 1 one failed or nobody answered, 2 the options make no sense.
`;

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: '-   ' } as const;

/** Runs the command: prints a line a check, and answers the exit code: 0 held, 1 failed or unreachable, 2 not understood. */
export async function conformance(words: string[], print: (text: string) => void): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    print(USAGE);
    return 0;
  }
  const options = read(words);
  if (typeof options === 'string') {
    print(`${options}\n\n${USAGE}`);
    return 2;
  }
  let results: CheckResult[];
  try {
    results = await runChecks(options, ({ title, outcome, why }) =>
      print(`${MARKS[outcome]} ${title}${why === undefined ? '' : ` – ${why}`}\n`),
    );
  } catch (error) {
    if (!isVhError(error, 'network')) throw error;
    print(`${error.message} Is the server running, and is --url right?\n`);
    return 1;
  }
  const count = (outcome: CheckResult['outcome']) =>
    String(results.filter((result) => result.outcome === outcome).length);
  print(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} left out\n`);
  return count('failed') === '0' ? 0 : 1;
}

/** The options, or their fault. */
function read(words: string[]): Parameters<typeof runChecks>[0] | string {
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
    if (url === undefined) return '--url is missing: it says where the backend is.';
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return '--url is no http address.';
    if (values.header?.some((line) => !/^[\w-]+\s*:/.test(line))) return "--header wants 'NAME: VALUE'.";
    return {
      url,
      origin,
      upload,
      headers: readHeaders(values.header ?? []),
      videoId: values['video-id'],
      liveStreamId: values['live-stream-id'],
      privateVideoId: values['private-video-id'],
    };
  } catch (error) {
    return error instanceof Error ? error.message : 'The options make no sense.';
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
