import { build, keep } from '../../build.ts';
import { ask } from '../parts/api.ts';
import { button, choice, field, form, input, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

interface Rule {
  ruleId: number;
  match: Record<string, unknown>;
  act: Record<string, unknown>;
  lasts?: number;
  matched: number;
  fired: number;
}

/** What people try first. */
const PRESETS: readonly [name: string, about: string, path: string, body: object][] = [
  ['Slow line', 'Each answer comes a second and a half late.', '_sandbox/faults', { act: { delay: 1500 } }],
  [
    'Offline for 10 s',
    'Each connection is cut, for ten seconds.',
    '_sandbox/faults',
    { act: { cut: true }, lasts: 10_000 },
  ],
  [
    '429',
    'Each request is too many, and may come again after two seconds.',
    '_sandbox/faults',
    {
      act: {
        answer: {
          status: 429,
          headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
          body: { title: 'Too many requests.', status: 429 },
        },
      },
    },
  ],
  [
    'Lose the answer',
    'The next request that sends something is done, and its answer never comes.',
    '_sandbox/faults',
    { match: { method: 'POST', nth: 1 }, act: { cut: true, when: 'after' } },
  ],
  [
    'Clock ahead',
    'The service is an hour ahead, with all that ends meanwhile.',
    '_sandbox/v1/clock',
    { advance: '1h' },
  ],
];

/** Faults by hand: presets, and rules. */
export const faultsView: View = ({ main, life }) => {
  const rules = build('ul', 'list');
  const blank = build('p', 'blank', 'Nothing goes wrong on purpose.');
  const refresh = async () => {
    const { rules: known } = await ask<{ rules: Rule[] }>('GET', '_sandbox/faults', undefined, life);
    keep(
      rules,
      known.map((rule) => ({
        key: String(rule.ruleId),
        look: JSON.stringify(rule),
        make: () => ruleItem(rule, refresh),
      })),
    );
    blank.hidden = known.length > 0;
    endAll.hidden = known.length === 0;
  };
  const endAll = button('End them all', async () => {
    await ask('DELETE', '_sandbox/faults');
    await refresh();
  });
  const presets = PRESETS.map(([name, about, path, body]) =>
    build(
      'li',
      'row',
      button(name, async () => {
        await ask('POST', path, body);
        await refresh();
      }),
      build('span', 'quiet grow', about),
    ),
  );
  main.append(
    section('In force', rules, blank, endAll),
    section('Presets', build('ul', 'list', ...presets)),
    section('A rule', ruleForm(refresh)),
  );
  return { refresh };
};

function ruleForm(refresh: () => Promise<void>): HTMLElement {
  const method = choice(['any', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
  const path = input('text', { value: '/**', required: true });
  const nth = input('number', { min: '1', placeholder: 'each' });
  const act = choice(['delay', 'answer', 'cut', 'stall']);
  const amount = input('number', { value: '1000', min: '0', required: true });
  const when = choice(['before', 'after']);
  const lasts = input('number', { min: '1', placeholder: 'until it is ended' });
  const amountField = field('Milliseconds', amount);
  act.addEventListener('change', () => {
    amountField.hidden = act.value === 'cut' || act.value === 'stall';
    const words = amountField.querySelector('label');
    if (words) words.textContent = act.value === 'answer' ? 'Status' : 'Milliseconds';
    amount.value = act.value === 'answer' ? '503' : '1000';
  });
  const add = async () => {
    const number = Number(amount.value);
    const kinds: Record<string, unknown> = { delay: number, answer: { status: number } };
    await ask('POST', '_sandbox/faults', {
      match: {
        ...(method.value === 'any' ? {} : { method: method.value }),
        path: path.value,
        ...(nth.value === '' ? {} : { nth: Number(nth.value) }),
      },
      act: { [act.value]: kinds[act.value] ?? true, when: when.value },
      ...(lasts.value === '' ? {} : { lasts: Number(lasts.value) }),
    });
    await refresh();
  };
  return form(
    'Add',
    add,
    field('Method', method),
    field('Path', path),
    field('Only the nth request', nth),
    field('Fault', act),
    amountField,
    field('Before or after the work', when),
    field('Ends after milliseconds', lasts),
  );
}

function ruleItem(
  { ruleId, match, act, lasts, matched, fired }: Rule,
  refresh: () => Promise<void>,
): HTMLElement {
  const words = JSON.stringify({ match, act, ...(lasts === undefined ? {} : { lasts }) });
  const end = button('End', async () => {
    await ask('DELETE', `_sandbox/faults/${String(ruleId)}`);
    await refresh();
  });
  const facts = `${String(matched)} matched, ${String(fired)} failed`;
  return build('li', 'row', build('div', 'grow', build('code', '', words), build('p', 'quiet', facts)), end);
}
