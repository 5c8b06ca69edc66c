import { build, type Item } from '../../build.ts';
import { ask, service, type Listed } from '../parts/api.ts';
import { loadElements, playerOf } from '../parts/elements.ts';
import { List } from '../parts/list.ts';
import { button, confirmed, field, form, input, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

type Theme = Record<string, unknown> & { playerId: string; name?: string };

/** Members of a theme that say nothing of how a player looks: each other one is a colour or a switch. */
const NO_LOOK = new Set(['playerId', 'name', 'assets', 'createdAt', 'updatedAt']);

/** Player themes; one that is edited is seen on a video meanwhile. */
export const playersView: View = ({ main, life }) => {
  const editor = build('div', 'split');
  const list: List<Theme> = new List(
    {
      label: 'Player themes',
      path: service('/players'),
      blank: 'No theme is there.',
      item: (theme) => themeItem(theme, edit),
    },
    life,
  );
  const edit = (theme: Theme) => {
    const close = async () => {
      editor.replaceChildren();
      await list.refresh();
    };
    editor.replaceChildren(...editorOf(theme, () => list.refresh(), close));
    editor.querySelector('h3')?.focus();
  };
  const name = input('text', { required: true, maxLength: 100 });
  const create = async () => {
    const made = await ask<Theme>('POST', service('/players'), { name: name.value });
    name.value = '';
    await list.refresh();
    edit(made);
  };
  main.append(form('Create', create, field('New theme', name)), list.element, editor);
  return { refresh: () => list.refresh() };
};

function themeItem(theme: Theme, edit: (theme: Theme) => void): Item {
  const { playerId, name } = theme;
  return {
    key: playerId,
    look: JSON.stringify(theme),
    make: () => {
      const title = build('b', '', name || 'Untitled');
      title.dir = 'auto';
      const change = button('Edit', () => edit(theme));
      change.setAttribute('aria-label', `Edit ${name || playerId}`);
      return build('li', 'row', build('div', 'grow', title, build('p', 'quiet', playerId)), change);
    },
  };
}

function editorOf(theme: Theme, refresh: () => Promise<void>, close: () => Promise<void>): HTMLElement[] {
  const { playerId, name } = theme;
  const look = Object.entries(theme).filter(([member]) => !NO_LOOK.has(member));
  const fields = look.map(([member, value]) => {
    const isFlag = typeof value === 'boolean';
    const made = isFlag
      ? input('checkbox', { checked: value })
      : input('text', { value: typeof value === 'string' ? value : '' });
    return { member, made, read: () => (isFlag ? made.checked : made.value) };
  });
  const changed = () => Object.fromEntries(fields.map(({ member, read }) => [member, read()]));
  const picture = build('div', 'stage');
  const show = async () => {
    const { data } = await ask<Listed<{ videoId: string }>>('GET', '_sandbox/console/videos?pageSize=1');
    const [video] = data;
    if (!video) {
      picture.replaceChildren(build('p', 'blank', 'Upload a video to see the theme on it.'));
      return;
    }
    await loadElements();
    picture.replaceChildren(playerOf(`/videos/${video.videoId}`, changed));
  };
  const save = async () => {
    await ask('PATCH', service(`/players/${playerId}`), changed());
    await refresh();
  };
  const remove = async () => {
    if (!(await confirmed('Delete this theme?', 'Delete'))) return;
    await ask('DELETE', service(`/players/${playerId}`));
    await close();
  };
  const settings = form('Save', save, ...fields.map(({ member, made }) => field(member, made)));
  settings.addEventListener('change', () => void show());
  void show();
  const edited = section(
    `Colours and switches of ${name || playerId}`,
    settings,
    button('Delete', remove, 'danger'),
  );
  const title = edited.querySelector('h3');
  if (title) title.tabIndex = -1;
  return [
    edited,
    section('How it looks', picture, build('p', 'quiet', `As a video's playerId: ${playerId}`)),
  ];
}
