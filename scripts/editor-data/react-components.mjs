/** React's names of the events that a media element fires. */
const MEDIA_HANDLERS = (
  'onAbort onCanPlay onCanPlayThrough onDurationChange onEmptied onEncrypted onEnded onEnterPictureInPicture ' +
  'onLeavePictureInPicture onLoadedData onLoadedMetadata onLoadStart onPause onPlay onPlaying onProgress onRateChange ' +
  'onResize onSeeked onSeeking onStalled onSuspend onTimeUpdate onVolumeChange onWaiting onWaitingForKey'
).split(' ');

/** React's names of attributes that HTML writes in one word. */
const REACT_NAMES = {
  autoplay: 'autoPlay',
  controlslist: 'controlsList',
  crossorigin: 'crossOrigin',
  disablepictureinpicture: 'disablePictureInPicture',
  disableremoteplayback: 'disableRemotePlayback',
  playsinline: 'playsInline',
};

/** Attributes of a media element that the manifest leaves to HTML. */
const MEDIA_ATTRIBUTES = [
  'controls',
  'controlslist',
  'crossorigin',
  'disablepictureinpicture',
  'disableremoteplayback',
  'playsinline',
];

/** The names of those events. */
export const MEDIA_EVENTS = MEDIA_HANDLERS.map((handler) => handler.slice(2).toLowerCase());

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
const handlerOf = (event) => camel(`on-${event}`);
const isMedia = ({ tag }) => tag === 'vh-player';

/** For each prop: where it goes, and its type and text. */
function propsOf(element) {
  const { className, fields, attributes, loneAttributes } = element;
  const own = `${className}Element`;
  const fromFields = fields
    .filter(({ readonly }) => !readonly)
    .map(({ name, type, description }) => {
      const attribute = attributes.find(({ fieldName }) => fieldName === name)?.name;
      // The attribute is text, as in HTML: "2 GB", "10". React sets a property of the same name, which is no text.
      const isText = attribute !== undefined && attribute !== name && /\bnumber\b/.test(type?.text ?? '');
      return { prop: name, description, type: `${own}['${name}']${isText ? ' | string' : ''}`, attribute };
    });
  const alone = loneAttributes.map(({ name, description, type }) => ({
    ...{ prop: REACT_NAMES[name] ?? camel(name), attribute: name, description, type: type?.text ?? 'string' },
  }));
  const media = (isMedia(element) ? MEDIA_ATTRIBUTES : []).map((name) => ({
    ...{
      prop: REACT_NAMES[name] ?? name,
      attribute: name,
      type: /^(?:crossorigin|controlslist)$/.test(name) ? 'string' : 'boolean',
    },
  }));
  const all = [...fromFields, ...alone, ...media];
  return all.filter(({ prop }, index) => all.findIndex((other) => other.prop === prop) === index);
}

/** The element's events by the names of their handlers. */
function handlersOf(element) {
  const own = element.events.map((event) => ({
    ...{ handler: handlerOf(event.name), event: event.name, description: event.description },
    type: element.exported.includes(event.type?.text) ? event.type.text : 'Event',
  }));
  const media = (isMedia(element) ? MEDIA_HANDLERS : []).map((handler, index) => ({
    ...{ handler, event: MEDIA_EVENTS[index], type: 'Event' },
  }));
  return [...own, ...media];
}

const doc = (text) => (text ? `  /** ${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '')} */\n` : '');

const moduleOf = ({ path }) => `../${path.replace('dist/', '')}`;

function script(element) {
  const { tag, className } = element;
  const props = propsOf(element);
  const names = {
    tag,
    attributes: Object.fromEntries(
      props.filter(({ attribute }) => attribute).map(({ prop, attribute }) => [prop, attribute]),
    ),
    properties: props.filter(({ attribute }) => !attribute).map(({ prop }) => prop),
    events: Object.fromEntries(handlersOf(element).map(({ handler, event }) => [handler, event])),
  };
  return [
    `'use client';`,
    `import '../define/${tag}.js';`,
    `import { makeComponent } from './component.js';`,
    `export const ${className} = /* @__PURE__ */ makeComponent(${JSON.stringify(names, null, 2)});`,
    '',
  ].join('\n');
}

function types(element) {
  const { className, summary } = element;
  const own = `${className}Element`;
  const handlers = handlersOf(element);
  const events = [...new Set(handlers.map(({ type }) => type))].filter((type) => type !== 'Event');
  const on = `{ readonly currentTarget: ${own} }`;
  const named = [`${className} as ${own}`, ...events].join(', ');
  return [
    // The tag's name in HTMLElementTagNameMap.
    `import '../define/${element.tag}.js';`,
    `import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';`,
    `import type { ${named} } from '${moduleOf(element)}';`,
    '',
    `interface OwnProps {`,
    ...propsOf(element).map(
      ({ prop, type, description }) => `${doc(description)}  ${prop}?: ${type} | undefined;`,
    ),
    ...handlers.map(
      ({ handler, type, description }) =>
        `${doc(description)}  ${handler}?: ((event: ${type} & ${on}) => void) | undefined;`,
    ),
    `}`,
    '',
    `export interface ${className}Props extends OwnProps, Omit<HTMLAttributes<${own}>, keyof OwnProps> {}`,
    '',
    `${doc(summary).trim()}`,
    `export declare const ${className}: ForwardRefExoticComponent<${className}Props & RefAttributes<${own}>>;`,
    '',
  ].join('\n');
}

/** `vh-elements/react`: a module for each element, and one for all of them. */
export function reactComponents(elements) {
  const files = elements.flatMap((element) => [
    [`react/${element.tag}.js`, script(element)],
    [`react/${element.tag}.d.ts`, types(element)],
  ]);
  const all = (line) => elements.map(line).join('');
  return {
    ...Object.fromEntries(files),
    'react/index.js': all(({ tag, className }) => `export { ${className} } from './${tag}.js';\n`),
    'react/index.d.ts': all(
      ({ tag, className }) => `export { ${className}, type ${className}Props } from './${tag}.js';\n`,
    ),
  };
}
