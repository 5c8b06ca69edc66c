import { build } from '../../build.ts';
import { ask, service, type Listed } from '../parts/api.ts';
import { loadElements, playerOf } from '../parts/elements.ts';
import { button, choice, confirmed, field, form, input, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

type Theme = Record<string, unknown> & { playerId: string; name?: string };

const COLOURS = [
  'text',
  'link',
  'linkHover',
  'linkActive',
  'trackPlayed',
  'trackUnplayed',
  'trackBackground',
  'backgroundTop',
  'backgroundBottom',
  'backgroundText',
];
const FLAGS = ['enableApi', 'enableControls', 'forceAutoplay', 'hideTitle', 'forceLoop'];

/** Player themes, each with a picture of how it looks. */
export const playersView: View = ({ main, life }) => {
  const chosen = choice([]);
  const editor = build('div', 'split');
  let themes: Theme[] = [];
  let drawn = '';
  const draw = (force = false) => {
    const theme = themes.find(({ playerId }) => playerId === chosen.value);
    if (!force && drawn === chosen.value) return;
    drawn = chosen.value;
    editor.replaceChildren(...(theme ? editorOf(theme, refreshAll) : []));
  };
  const refresh = async () => {
    const { data } = await ask<Listed<Theme>>('GET', service('/players?pageSize=100'), undefined, life);
    themes = data;
    const { value } = chosen;
    const options = data.map(({ playerId, name }) => new Option(name || playerId, playerId));
    if (JSON.stringify([...chosen.options].map(textOf)) !== JSON.stringify(options.map(textOf)))
      chosen.replaceChildren(...options);
    if (data.some(({ playerId }) => playerId === value)) chosen.value = value;
    draw();
  };
  const refreshAll = async () => {
    drawn = '';
    await refresh();
  };
  const name = input('text', { required: true, maxLength: 100 });
  const create = async () => {
    const { playerId } = await ask<Theme>('POST', service('/players'), { name: name.value });
    name.value = '';
    await refresh();
    chosen.value = playerId;
    draw(true);
  };
  chosen.addEventListener('change', () => draw());
  main.append(form('Create', create, field('New theme', name)), field('Theme', chosen), editor);
  return { refresh };
};

const textOf = ({ text, value }: HTMLOptionElement) => `${value} ${text}`;

function editorOf(theme: Theme, refresh: () => Promise<void>): HTMLElement[] {
  const { playerId } = theme;
  const colours = COLOURS.map((name) => [name, input('text', { value: asText(theme[name]) })] as const);
  const flags = FLAGS.map((name) => [name, input('checkbox', { checked: theme[name] === true })] as const);
  const changed = () => ({
    ...Object.fromEntries(colours.map(([name, { value }]) => [name, value])),
    ...Object.fromEntries(flags.map(([name, { checked }]) => [name, checked])),
  });
  const picture = build('div', 'stage');
  const show = async () => {
    const { data } = await ask<Listed<{ videoId: string }>>('GET', service('/videos?pageSize=1'));
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
    await refresh();
  };
  const fields = [...colours, ...flags].map(([name, made]) => field(name, made));
  const settings = form('Save', save, ...fields);
  settings.addEventListener('change', () => void show());
  void show();
  return [
    section('Colours and switches', settings, button('Delete', remove, 'danger')),
    section('How it looks', picture, build('p', 'quiet', `As a video's playerId: ${playerId}`)),
  ];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
