import { svg, type SVGTemplateResult } from 'lit';

// One family: a 24 px box, a round stroke of 1.75 px, the text's colour. Drawn for this project.
const paths = {
  upload: svg`<path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4.5 15.5V18a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" />`,
  film: svg`<rect x="3.5" y="5" width="17" height="14" rx="2.5" /><path d="m10.25 9.25 4.5 2.75-4.5 2.75z" />`,
  pause: svg`<path d="M9 5.5v13M15 5.5v13" />`,
  play: svg`<path d="M8 5.2v13.6L18.8 12z" />`,
  replay: svg`<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v3.6h3.6" />`,
  retry: svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4.5v3.6h-3.6" />`,
  close: svg`<path d="m6.5 6.5 11 11m0-11-11 11" />`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`,
  alert: svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.75v5m0 3.25v.25" />`,
  volume: svg`<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />`,
  muted: svg`<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.75l4.5 4.5m0-4.5-4.5 4.5" />`,
  captions: svg`<rect x="3" y="5.5" width="18" height="13" rx="2.5" /><path d="M10.5 10.6a2.1 2.1 0 1 0 0 2.8M17 10.6a2.1 2.1 0 1 0 0 2.8" />`,
  fullscreen: svg`<path d="M4.5 9V6a1.5 1.5 0 0 1 1.5-1.5h3M15 4.5h3A1.5 1.5 0 0 1 19.5 6v3M19.5 15v3a1.5 1.5 0 0 1-1.5 1.5h-3M9 19.5H6A1.5 1.5 0 0 1 4.5 18v-3" />`,
  fullscreenExit: svg`<path d="M9 4.5v3A1.5 1.5 0 0 1 7.5 9h-3M19.5 9h-3A1.5 1.5 0 0 1 15 7.5v-3M15 19.5v-3a1.5 1.5 0 0 1 1.5-1.5h3M4.5 15h3A1.5 1.5 0 0 1 9 16.5v3" />`,
} as const;

/** The names of the icons. */
export type IconName = keyof typeof paths;

/** An icon, hidden from assistive technology: the button around it carries the name. */
export function icon(name: IconName): SVGTemplateResult {
  return svg`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor"
    stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
    ${paths[name]}</svg>`;
}
