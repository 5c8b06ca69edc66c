import path from 'node:path';

/** The elements whose code comes in stages. */
const ELEMENTS = ['vh-player', 'vh-captions-picker', 'vh-transcript'].map((name) => `define/${name}.js`);

/** What every stage may count on: all that a page with a player has at once. */
const PLAYER = ELEMENTS[0];

/**
 * The stages that a viewer waits for, by what they begin with. A module belongs to the first stage that needs it; `engine` is
 * what follows the start, and `tracks` the part of the controls that other elements have as well.
 */
const AWAITED = {
  start: 'playback/loader/media-loader.js',
  source: 'playback/source/resolve-source.js',
  engine: 'playback/adapters/hls/hls-adapter.js',
  skin: 'elements/player/skin/skin.js',
};
const SHARED_SKIN = 'tracks';

/** What all views need, with lit. */
const VIEW = 'view';
const VIEW_MODULES = ['renew-styles', 'icon', 'icons', 'zone-icons'].map(
  (name) => `elements/styling/${name}.js`,
);

/** Nothing but a player has these: with their stage, though they do not count on the page. */
const SESSION = 'session/';

/**
 * Small modules without a state, or whose state is on the page or on an element: each stage has its own copy, so that none waits
 * for another.
 */
const COPIED = new Set([
  'captions/chapters/chapters.js',
  'captions/chapters/markers.js',
  'captions/files/try-track.js',
  'captions/languages/languages.js',
  'captions/parts.js',
  'core/async/abortable.js',
  'core/async/backoff.js',
  'core/async/sleep.js',
  'core/page-wide.js',
  'core/setup/api-key-attributes.js',
  'core/setup/api-key-error.js',
  'core/setup/policy-error.js',
  'core/partition-point.js',
  'core/wire/read-body-text.js',
  'core/wire/read-json.js',
  'elements/player/format/format-time.js',
  'elements/player/playlist/playlist-of.js',
  'elements/player/presentation/fullscreen.js',
  'elements/player/skin/context/disabled-controls.js',
  'locales/en/facade.js',
  'locales/en/player.js',
  'playback/media/media-support.js',
  'playback/parts.js',
  'playback/requests/polling.js',
  'playback/requests/probe.js',
  'playback/requests/request-decorator.js',
  'playback/source/playback-source.js',
  'session/ports/event-store.js',
  'session/stored/press.js',
]);

/** Divides the built modules: loaded at once, in a stage, unchanged. */
export class StagePlan {
  /** The modules of a page with a player that stages get from it. */
  entry;
  /** The modules that are imported later and are of a stage. */
  targets;
  #graph;
  /** All modules of such a page: what imports one of them later, and is in no stage, would have a bundler take it out. */
  #page;
  /** The stage of each module that is in one. */
  #stages = new Map();

  constructor(graph) {
    this.#graph = graph;
    // A path that is no longer there fails here.
    for (const id of [...COPIED, ...VIEW_MODULES]) graph.read(id);
    this.#page = graph.closure([PLAYER]);
    this.entry = new Set([...this.#page].filter((id) => !COPIED.has(id)));
    this.#assignAwaited();
    this.targets = this.#findTargets();
    this.#assignOthers();
  }

  /** The stage that a module is in; undefined if it is in none. */
  stageOf(id) {
    return this.#stages.get(id);
  }

  /** The modules of each stage, by its name. */
  get stages() {
    const stages = new Map();
    for (const [id, name] of this.#stages) stages.set(name, [...(stages.get(name) ?? []), id]);
    return stages;
  }

  isCopied(id) {
    return COPIED.has(id);
  }

  /** The modules outside of stages that import a stage: their elements, and the modules surely loaded with each. */
  sites() {
    const elements = ELEMENTS.map((root) => ({
      name: path.basename(root, '.js'),
      modules: this.#graph.closure([root]),
    }));
    const ids = new Set(elements.flatMap(({ modules }) => [...modules]));
    return [...ids].flatMap((id) => {
      const later = this.#graph.read(id).later.filter((one) => this.targets.has(one.id));
      if (later.length === 0) return [];
      const having = elements.filter(({ modules }) => modules.has(id));
      const present = having.map(({ modules }) => modules).reduce(intersection);
      return [{ id, later, present, owner: having.map(({ name }) => name).join('-') }];
    });
  }

  #assignAwaited() {
    for (const id of VIEW_MODULES) this.#stages.set(id, VIEW);
    const skin = this.#own(AWAITED.skin);
    const others = this.#graph.closure(ELEMENTS.slice(1), { isAnyTime: true });
    for (const id of others) if (skin.has(id) && !this.#stages.has(id)) this.#stages.set(id, SHARED_SKIN);
    for (const [name, target] of Object.entries(AWAITED)) {
      for (const id of this.#own(target)) if (!this.#stages.has(id)) this.#stages.set(id, name);
    }
  }

  /** What a module needs at once and a page with a player does not have, but for copies. */
  #own(target) {
    return new Set([...this.#graph.closure([target])].filter((id) => !this.entry.has(id) && !COPIED.has(id)));
  }

  #laterOf(ids) {
    return new Set(ids.flatMap((id) => this.#graph.read(id).later.map((one) => one.id)));
  }

  /** Modules that are imported later, from the elements on, and have to do with the entry or with an awaited stage at any time. */
  #findTargets() {
    const all = this.#laterOf([...this.#graph.closure(ELEMENTS, { isAnyTime: true })]);
    return new Set([...all].filter((target) => !this.#page.has(target) && this.#isBound(target)));
  }

  #isBound(id) {
    return [...this.#graph.closure([id], { isAnyTime: true })].some(
      (one) =>
        this.#page.has(one) ||
        this.#stages.has(one) ||
        this.#graph.read(one).links.some((link) => isLit(link.id)),
    );
  }

  /** A module that is needed by one target is with it; what several need is a stage for itself. */
  #assignOthers() {
    const needs = new Map();
    for (const target of this.targets) {
      for (const id of this.#own(target)) {
        if (this.#stages.has(id) || !(this.#isBound(id) || id.startsWith(SESSION))) continue;
        needs.set(id, [...(needs.get(id) ?? []), target]);
      }
    }
    const names = new Map();
    for (const [id, targets] of needs) {
      const key = targets.join();
      const name = names.get(key) ?? nameOf(targets.length === 1 ? targets[0] : id, [...names.values()]);
      names.set(key, name);
      this.#stages.set(id, name);
    }
  }
}

function nameOf(id, taken) {
  const name = id.replace(/^.*\/|\.js$/g, '');
  if (taken.includes(name) || name in AWAITED || name === SHARED_SKIN)
    throw new Error(`Two stages are ${name}.`);
  return name;
}

/** What both have. */
const intersection = (one, other) => new Set([...one].filter((id) => other.has(id)));

/** The library of which one stage has what all need. */
export const isLit = (id) => /^(?:@lit|lit)\b/.test(id);
