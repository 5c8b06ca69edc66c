import { findHelper, findTests } from './read-tests.mjs';

/**
 * A line for each public name whose effect no test judges, and for each judge that is none. `names` is what `listNames()`
 * says, `judged` the contents of test/effects by group: `{ "test/a.test.ts": { "its title": ["attribute src"] } }`. Where a
 * helper says the name, the entry is `{ "name": "part row", "helper": "test/support/a.ts", "says": "rows" }`.
 */
export function effectFaults(names, judged, tests = { findTests, findHelper }) {
  const strays = Object.keys(judged)
    .filter((group) => names[group] === undefined)
    .map(
      (group) =>
        `test/effects/${group}.json is of no element or module: rename it to one of ${Object.keys(names).join(', ')}.`,
    );
  return [
    ...strays,
    ...Object.entries(names).flatMap(([group, list]) => groupFaults(group, list, judged[group] ?? {}, tests)),
  ];
}

/** The judges of a group as `{ file, title, name, helper, says }`, a row each. */
export const rowsOf = (judges) =>
  Object.entries(judges).flatMap(([file, titles]) =>
    Object.entries(titles).flatMap(([title, entries]) =>
      entries.map((entry) => ({ file, title, ...(typeof entry === 'string' ? { name: entry } : entry) })),
    ),
  );

function groupFaults(group, list, judges, tests) {
  const data = `test/effects/${group}.json`;
  const rows = rowsOf(judges);
  const missing = list
    .filter(({ name }) => !rows.some((row) => row.name === name))
    .map(
      ({ name }) =>
        `${group}: no test judges the effect of "${name}". Write one that looks at what a viewer sees, what is sent or what ` +
        `is stored, and add the name to ${data} under that test's file and title.`,
    );
  const wrong = rows.flatMap((row) => {
    const known = list.find(({ name }) => name === row.name);
    if (!known)
      return `${data}: "${row.name}" is no public name any more. Take it out, or write its new name.`;
    const fault = judgeFault(row, known.words, tests);
    return fault === undefined ? [] : `${data}: "${row.name}" ${fault}`;
  });
  return [...missing, ...wrong];
}

function judgeFault({ file, title, helper, says }, words, tests) {
  const found = tests.findTests(file, title);
  if (found === undefined) return `names ${file}, which is not there.`;
  if (found.length === 0) return `names "${title}", which is no title of a test in ${file}.`;
  if (helper === undefined)
    return found.some((text) => mentions(text, words))
      ? undefined
      : `is not mentioned by "${title}" of ${file}: name the test that uses it, or the helper that does.`;
  const text = tests.findHelper(helper, says);
  if (text === undefined) return `names the helper ${says} of ${helper}, which is not there.`;
  if (!mentions(text, words)) return `is not mentioned by the helper ${says} of ${helper}.`;
  return found.some((one) => mentions(one, [says]))
    ? undefined
    : `names the helper ${says}, which "${title}" of ${file} does not use.`;
}

/** True where a text has one of the words; a list is a word of which all pieces must be there. */
const mentions = (text, words) =>
  words.some((word) =>
    Array.isArray(word) ? word.every((piece) => hasWord(text, piece)) : hasWord(text, word),
  );

/** A beginning such as `without-${` may be followed by anything. */
const hasWord = (text, word) => {
  const end = /[\w-]$/.test(word) ? '(?![\\w-])' : '';
  return new RegExp(`(?<![\\w-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}${end}`).test(text);
};
