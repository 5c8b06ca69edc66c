import { invalid, Problem } from '../http/problem.ts';
import type { CmcdLine } from '../store/analytics/cmcd-lines.ts';

const MAX_LINES = 1000;
const MAX_ID = 128;
/** One member: a key, then a string, an inner list or a bare value, or nothing, which means true. */
const MEMBER =
  /([a-z][\w.-]*)(?:=("(?:[^"\\]|\\["\\])*"|\((?:[^()"]|"(?:[^"\\]|\\["\\])*")*\)|[^,"()\s]+))?(,|$)/iy;

type Members = ReadonlyMap<string, string>;

/** Reads lines of CMCD's event mode (CTA-5004-B); throws the problem of what cannot be used. */
export function readCmcd(body: string): CmcdLine[] {
  const lines = body.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length === 0) throw new Problem('invalid-payload', { detail: 'There is no line.' });
  if (lines.length > MAX_LINES) throw new Problem('invalid-payload', { detail: 'There are too many lines.' });
  return lines.map((line, index) => readLine(line, `lines[${String(index)}]`));
}

function readLine(line: string, name: string): CmcdLine {
  const members = readMembers(line, name);
  const version = members.get('v');
  if (version !== '2') throw invalid(`${name}.v`, 'It must be 2.');
  const event = members.get('e') ?? '';
  if (!/^[a-z]{1,8}$/.test(event)) throw invalid(`${name}.e`, 'It must name an event.');
  const state = members.get('sta') ?? '';
  if (!/^[a-z]{0,8}$/.test(state)) throw invalid(`${name}.sta`, 'It must name a state.');
  const viewingId = textOf(members, 'sid', name);
  if (viewingId === undefined) throw new Problem('attribute-required', { name: `${name}.sid` });
  return {
    viewingId,
    sn: readCount(members, 'sn', name),
    event: state === '' ? event : `${event}:${state}`,
    emittedAt: readCount(members, 'ts', name),
    mediaId: textOf(members, 'cid', name),
    isLive: members.get('st') === 'l' || members.get('st') === 'll',
    line,
  };
}

function readMembers(line: string, name: string): Members {
  const members = new Map<string, string>();
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < line.length) {
    const [, key = '', value = '?1', end] = MEMBER.exec(line) ?? [];
    if (key === '' || (end === ',' && MEMBER.lastIndex === line.length))
      throw new Problem('invalid-payload', { name, detail: 'It is no line of CMCD.' });
    members.set(key, value);
  }
  return members;
}

/** The text of a member; nothing where there is none. */
function textOf(members: Members, key: string, name: string): string | undefined {
  const value = members.get(key);
  if (value === undefined) return undefined;
  const text = /^"(.+)"$/s.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1');
  if (text === undefined || text.length > MAX_ID) throw invalid(`${name}.${key}`, 'It must be a short text.');
  return text;
}

function readCount(members: Members, key: string, name: string): number {
  const value = members.get(key) ?? '';
  const count = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!(count <= 8.64e15)) throw invalid(`${name}.${key}`, 'It must be a whole number.');
  return count;
}
