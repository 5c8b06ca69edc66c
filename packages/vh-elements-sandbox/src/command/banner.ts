import path from 'node:path';

/** What somebody who has started the sandbox by hand wants to know. */
export interface BannerFacts {
  url: string;
  apiKey: string;
  dataDir: string;
  /** Where encoders push to, if they can. */
  rtmp: string | undefined;
}

/** The words of a start at a terminal; programs get a line of JSON instead. */
export function bannerOf({ url, apiKey, dataDir, rtmp }: BannerFacts): string {
  const folder = path.resolve(dataDir);
  const lines: [string, string][] = [
    ['Address', url],
    ['Console', `${url}/`],
    ['Key', apiKey],
    ...(rtmp === undefined ? [] : [['Encoders', rtmp] as [string, string]]),
    ['Data', `${folder} (stays there; keep it out of version control)`],
  ];
  return [
    '',
    '  A video service on this machine, by vh-elements-sandbox',
    '',
    ...lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`),
    '',
    '  Try: open the console, or ask for the videos:',
    `       curl -u ${apiKey}: ${url}/videos`,
    '  Begin anew:',
    `       curl -X POST ${url}/_sandbox/v1/reset`,
    '  Ctrl+C ends it.',
    '',
    '',
  ].join('\n');
}
