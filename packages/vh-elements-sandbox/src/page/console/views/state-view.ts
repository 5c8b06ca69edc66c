import { build, keep } from '../../build.ts';
import { addressOf, ask } from '../parts/api.ts';
import { button, confirmed, field, form, input, say, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

interface Snapshot {
  name: string;
  createdAt: string;
}

const LOGS: readonly [string, string][] = [
  ['requests', 'Clear the requests'],
  ['deliveries', 'Clear the deliveries'],
  ['sessions', 'Delete the sessions'],
  ['events', 'Delete their events only'],
];

/** The whole state at once: reset, snapshots, one file, the clock, the logs. */
export const stateView: View = ({ main, life, about }) => {
  const snapshots = build('ul', 'list');
  const blank = build('p', 'blank', 'No snapshot is there.');
  const clock = build('p', 'quiet');
  const refresh = async () => {
    const answer = await ask<{ snapshots: Snapshot[] }>('GET', '_sandbox/v1/snapshots', undefined, life);
    keep(
      snapshots,
      answer.snapshots.map((snapshot) => ({
        key: snapshot.name,
        look: snapshot.createdAt,
        make: () => snapshotItem(snapshot, refresh),
      })),
    );
    blank.hidden = answer.snapshots.length > 0;
    const known = about();
    if (known) clock.textContent = `The service's time: ${new Date(known.now).toLocaleString()}`;
  };
  const reset = async () => {
    if (!(await confirmed('Delete all videos, live streams and logs, and begin anew?', 'Reset'))) return;
    await ask('POST', '_sandbox/v1/reset');
    say('The sandbox is as new.');
    await refresh();
  };
  const name = input('text', { required: true, pattern: '[A-Za-z0-9._\\-]{1,64}' });
  const keepState = async () => {
    await ask('POST', '_sandbox/v1/snapshots', { name: name.value });
    name.value = '';
    await refresh();
  };
  const logs = LOGS.map(([log, words]) =>
    button(words, async () => {
      await ask('DELETE', `_sandbox/v1/${log}`);
      say('Done');
    }),
  );
  main.append(
    section('Begin anew', button('Reset', reset, 'danger')),
    section('Seed', seedForm()),
    section('Snapshots', snapshots, blank, form('Keep', keepState, field('Name', name))),
    section('One file', exportLink(), importForm()),
    section('Clock', clock, clockForm()),
    section('Logs', build('div', 'row', ...logs)),
  );
  return { refresh };
};

function exportLink(): HTMLElement {
  const made = document.createElement('a');
  made.href = addressOf('_sandbox/v1/export');
  made.download = '';
  made.textContent = 'Export everything, without the key';
  return build('p', '', made);
}

function importForm(): HTMLElement {
  const file = input('file', { accept: '.tar', required: true });
  const take = async () => {
    const [chosen] = file.files ?? [];
    if (!chosen || !(await confirmed('Put this file in the place of all that is there?', 'Import'))) return;
    await ask('POST', '_sandbox/v1/import', chosen);
    file.value = '';
    say('The file was taken in.');
  };
  return form('Import', take, field('An export', file));
}

function seedForm(): HTMLElement {
  const file = input('file', { accept: '.json', required: true });
  const plant = async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    await ask('POST', '_sandbox/v1/seed', chosen);
    file.value = '';
    say('All that the seed describes is there.');
  };
  return form('Add', plant, field('A seed, as JSON', file));
}

function clockForm(): HTMLElement {
  const by = input('text', { value: '1h', required: true, pattern: '(\\d+(ms|[smhdw]))+' });
  const advance = async () => {
    const { fired } = await ask<{ fired: number }>('POST', '_sandbox/v1/clock', { advance: by.value });
    say(`${String(fired)} waits have ended.`);
  };
  return form('Advance', advance, field('By, such as 90s, 3h or 365d', by));
}

function snapshotItem({ name, createdAt }: Snapshot, refresh: () => Promise<void>): HTMLElement {
  const restore = async () => {
    if (!(await confirmed(`Bring ${name} back, in the place of all that is there?`, 'Restore'))) return;
    await ask('POST', '_sandbox/v1/restore', { name });
    say('It is back.');
    await refresh();
  };
  const forget = async () => {
    if (!(await confirmed(`Delete the snapshot ${name}?`, 'Delete'))) return;
    await ask('DELETE', `_sandbox/v1/snapshots/${name}`);
    await refresh();
  };
  return build(
    'li',
    'row',
    build('div', 'grow', build('b', '', name), build('p', 'quiet', new Date(createdAt).toLocaleString())),
    button('Restore', restore),
    button('Delete', forget, 'danger'),
  );
}
