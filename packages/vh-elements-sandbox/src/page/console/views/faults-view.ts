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

/** What the number of a fault means, and one to begin with. */
const AMOUNTS: Readonly<Record<string, { words?: string; usual?: string }>> = {
  delay: { words: 'Milliseconds', usual: '1000' },
  throttle: { words: 'Bytes a second', usual: '100000' },
  answer: { words: 'Status', usual: '503' },
  cut: {},
  stall: {},
};

interface Preset {
  name: string;
  title: string;
  about: string;
}

/** Faults by hand: presets, and rules. */
export const faultsView: View = ({ main, life }) => {
  const rules = build('ul', 'list');
  const blank = build('p', 'blank', 'Nothing goes wrong on purpose.');
  const refresh = async () => {
    if (presets.childElementCount === 0) await showPresets();
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
  const presets = build('ul', 'list');
  const showPresets = async () => {
    const { presets: usual } = await ask<{ presets: Preset[] }>(
      'GET',
      '_sandbox/faults/presets',
      undefined,
      life,
    );
    const item = ({ name, title, about }: Preset) => {
      const use = button(title, async () => {
        await ask('POST', '_sandbox/faults', { preset: name });
        await refresh();
      });
      return { key: name, look: '', make: () => build('li', 'row', use, build('span', 'quiet grow', about)) };
    };
    keep(presets, usual.map(item));
  };
  main.append(
    section('In force', rules, blank, endAll),
    section('Presets', presets),
    section('A rule', ruleForm(refresh)),
  );
  return { refresh };
};

function ruleForm(refresh: () => Promise<void>): HTMLElement {
  const method = choice(['any', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
  const path = input('text', { value: '/**', required: true });
  const nth = input('number', { min: '1', placeholder: 'each' });
  const act = choice(Object.keys(AMOUNTS));
  const amount = input('number', { value: '1000', min: '0', required: true });
  const when = choice(['before', 'after']);
  const lasts = input('number', { min: '1', placeholder: 'until it is ended' });
  const amountField = field('Milliseconds', amount);
  act.addEventListener('change', () => {
    const { words, usual } = AMOUNTS[act.value] ?? {};
    amountField.hidden = words === undefined;
    const label = amountField.querySelector('label');
    if (label && words !== undefined) label.textContent = words;
    amount.value = usual ?? '0';
  });
  const add = async () => {
    const number = Number(amount.value);
    const kinds: Record<string, unknown> = {
      delay: number,
      throttle: number,
      answer: { status: number },
    };
    await ask('POST', '_sandbox/faults', {
      match: {
        ...(method.value === 'any' ? {} : { method: method.value }),
        path: path.value,
        ...(nth.value === '' ? {} : { nth: Number(nth.value) }),
      },
      act: {
        [act.value]: kinds[act.value] ?? true,
        ...(act.value === 'throttle' ? {} : { when: when.value }),
      },
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
