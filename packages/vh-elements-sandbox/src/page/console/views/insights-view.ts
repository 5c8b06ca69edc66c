import type { Insights, MissingReason, VideoFigures } from 'vh-elements/insights';
import { build, link } from '../../build.ts';
import { formatClock, formatMilliseconds } from '../../format.ts';
import { addressOf, ask } from '../parts/api.ts';
import { curve } from '../pictures/curve.ts';
import { table } from '../parts/table.ts';
import { choice, field, input, say, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

/** As the sandbox sends it: JSON leaves out what is unknown. */
type Answer = Omit<Insights, 'videos'> & { videos: readonly (VideoFigures & { title: string })[] };
type Line = Pick<
  Answer,
  'plays' | 'viewers' | 'watchTime' | 'startup' | 'rebuffering' | 'exits' | 'failures'
>;

const REASONS: Readonly<Record<MissingReason, string>> = {
  'format': 'Not in the format v1: set collector-format="vh" on the player.',
  'audience': 'Too few viewers.',
  'duration': 'Nothing says how long the video is.',
  'live': 'A live stream has no beginning and no end.',
  'several-videos': 'Choose a video.',
  'no-playback': 'Nothing was played.',
};

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const HEADS = ['Plays', 'Viewers', 'Watch time', 'Startup', 'Rebuffering', 'Exits', 'Failures'];

/** What viewers did, of all videos or of one: figures, retention, and the moments that were watched most. */
export const insightsView: View = ({ main, rest: [videoId = ''], life }) => {
  const blank = build('p', 'blank', 'Nobody has watched anything yet.');
  const shown = build('div', 'detail');
  let look = '';
  const refresh = async () => {
    const query = wanted.query();
    const answer = await ask<Answer>('GET', `_sandbox/v1/insights?${query}`, undefined, life);
    // A choice that was made meanwhile has asked by itself.
    if (query !== wanted.query()) return;
    const next = JSON.stringify(answer);
    if (next === look) return;
    look = next;
    blank.hidden = answer.viewings !== 0;
    blank.textContent = wanted.isAll() ? 'Nobody has watched anything yet.' : 'There is no such session.';
    wanted.offer(answer.browsers);
    const place = focusIn(shown);
    shown.replaceChildren(...(answer.viewings === 0 ? [] : parts(answer, videoId)));
    if (place >= 0) focusables(shown)[place]?.focus();
  };
  const wanted = wantedSessions(videoId, async () => {
    await refresh();
    say(blank.hidden ? 'The figures are of these sessions.' : blank.textContent);
  });
  main.append(wanted.element, blank, shown);
  return { refresh };
};

/** Which sessions are counted: of which days, of which browser; and all that they have sent, to take away. */
function wantedSessions(videoId: string, changed: () => Promise<void>) {
  const [from, to, browser] = [input('date'), input('date'), choice([])];
  browser.append(new Option('All browsers', ''));
  const save = link('', '', 'Export (NDJSON)');
  save.download = '';
  const query = (names: readonly string[]) => {
    const all = { videoId, from: from.value, to: to.value, browser: browser.value };
    const set = Object.entries(all).filter(([name, value]) => value !== '' && names.includes(name));
    return new URLSearchParams(set).toString();
  };
  const exported = () => {
    save.href = addressOf(`_sandbox/events.ndjson?${query(['videoId', 'from', 'to'])}`);
  };
  const element = document.createElement('form');
  element.setAttribute('aria-label', 'Which sessions');
  element.append(field('From', from), field('To', to), field('Browser', browser), save);
  element.addEventListener('submit', (event) => event.preventDefault());
  element.addEventListener('change', () => {
    exported();
    void changed();
  });
  exported();
  return {
    element,
    query: () => query(['videoId', 'from', 'to', 'browser']),
    isAll: () => query(['from', 'to', 'browser']) === '',
    /** Those of one choice stay to choose from in the next. */
    offer(browsers: Answer['browsers']) {
      const known = new Set([...browser.options].map(({ value }) => value));
      for (const { name } of browsers)
        if (name !== undefined && !known.has(name)) browser.append(new Option(name, name));
    },
  };
}

/** A table scrolls and a link leads on by the keyboard: the focus stays where it was when they are made anew. */
const focusables = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('a, [tabindex]')];
const focusIn = (within: HTMLElement) =>
  focusables(within).findIndex((one) => one === document.activeElement);

function parts(answer: Answer, videoId: string): HTMLElement[] {
  const { videos, days, browsers, renditions = [], missing } = answer;
  const tables = [
    lines(
      'Videos',
      videos.map((video) => [videoLink(video), video]),
    ),
    lines(
      'Days (UTC)',
      days.map((day) => [day.name ?? 'Others', day]),
    ),
    lines(
      'Browsers',
      browsers.map((browser) => [browser.name ?? 'Others', browser]),
    ),
    renditions.length > 0
      ? table(
          'Renditions',
          ['Watch time', 'Share'],
          renditions.map(({ height, watchTime, share }) => [
            height === undefined ? 'Others' : `${String(height)}p`,
            [formatClock(watchTime / 1000), PERCENT.format(share)],
          ]),
        )
      : section('Renditions', build('p', 'quiet', sentence(missing.renditions))),
  ];
  if (videoId === '') return [figures(answer), ...tables];
  const all = build('a', '', 'All videos');
  all.setAttribute('href', '#/insights');
  const title = build('p', 'row', all, build('bdi', 'name', videos[0]?.title ?? videoId));
  return [title, figures(answer), places(answer), ...tables.slice(1)];
}

function videoLink({ videoId, title }: Answer['videos'][number]): HTMLElement {
  const name = build('bdi', '', title === '' ? 'Untitled' : title);
  if (videoId === undefined) return name;
  const made = build('a', '', name);
  made.setAttribute('href', `#/insights/${encodeURIComponent(videoId)}`);
  return made;
}

/** The figures of all viewings. One that is unknown says why. */
function figures(answer: Answer): HTMLElement {
  const { viewings, plays, viewers, watchTime = 0, watchingNow, startup, rebuffering, missing } = answer;
  const item = (name: string, value: string | undefined, aside = '') => {
    const box = build('div', '', build('dt', '', name), build('dd', '', value ?? '–'));
    if (aside !== '') box.append(build('dd', 'quiet', aside));
    return box;
  };
  return build(
    'dl',
    'figures card',
    item('Plays', String(plays), `${String(viewings)} ${viewings === 1 ? 'session' : 'sessions'}`),
    item('Viewers', String(viewers), `${String(watchingNow)} watching now`),
    item('Watch time', formatClock(watchTime / 1000)),
    item(
      'Startup',
      startup && formatMilliseconds(startup.median),
      startup ? `95 % within ${formatMilliseconds(startup.slowest)}` : sentence(missing.startup),
    ),
    item(
      'Rebuffering',
      rebuffering && PERCENT.format(rebuffering.share),
      rebuffering ? times(rebuffering.count) : sentence(missing.rebuffering),
    ),
    item('Exits before start', answer.exits?.toString(), sentence(missing.exits)),
    item('Failures', answer.failures?.toString(), sentence(missing.failures)),
  );
}

const sentence = (reason: MissingReason | undefined) => (reason === undefined ? '' : REASONS[reason]);
const times = (count: number) => (count === 1 ? 'once' : `${String(count)} times`);

/** Both curves of a video, with the table that says the same. */
function places({ retention, moments, duration = 0, missing }: Answer): HTMLElement {
  if (!retention || !moments) return section('Retention', build('p', 'quiet', sentence(missing.retention)));
  const clock = (place: number) => formatClock((place * duration) / retention.length);
  const top = Math.max(...moments);
  const best = moments.indexOf(top);
  const left = retention.at(-1) ?? 0;
  const half = retention.findIndex((share) => share < 0.5);
  const halfWords = half < 0 ? 'never less than half' : `less than half from ${clock(half)} on`;
  const step = Math.max(1, Math.round(retention.length / 20));
  const rows = retention.flatMap((share, place): [string, string[]][] =>
    place % step === 0
      ? [[`${clock(place)}–${clock(Math.min(place + step, retention.length))}`, meansOf(share, place)]]
      : [],
  );
  function meansOf(_: number, place: number): string[] {
    const mean = (values: readonly number[]) =>
      values.slice(place, place + step).reduce((sum, one) => sum + one, 0) /
      values.slice(place, place + step).length;
    return [PERCENT.format(mean(retention ?? [])), mean(moments ?? []).toFixed(2)];
  }
  return build(
    'div',
    'split',
    section(
      'Retention and most watched moments',
      curve(`Retention: ${PERCENT.format(left)} see the end, ${halfWords}.`, retention, 1, clock),
      curve(
        `Most watched: ${clock(best)} to ${clock(best + 1)}, ${top.toFixed(2)} times a play.`,
        moments,
        top,
        clock,
      ),
    ),
    table('Retention by place', ['Seen by', 'Times a play'], rows),
  );
}

function lines(title: string, all: readonly [Node | string, Line][]): HTMLElement {
  return table(
    title,
    HEADS,
    all.map(([name, line]) => {
      const { plays = 0, viewers = 0, watchTime = 0, startup, rebuffering, exits, failures } = line;
      const known = [
        formatClock(watchTime / 1000),
        startup ? formatMilliseconds(startup.median) : '–',
        rebuffering ? PERCENT.format(rebuffering.share) : '–',
        exits?.toString() ?? '–',
        failures?.toString() ?? '–',
      ];
      return [name, [String(plays), String(viewers), ...known]];
    }),
  );
}
