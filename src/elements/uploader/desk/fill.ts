import { Directive, directive, type ElementPart } from 'lit/directive.js';

/** Fills a bar as far as a share of one says. */
class Fill extends Directive {
  render(share: number): number {
    return share;
  }

  // Through CSSOM: a strict policy refuses a style attribute.
  override update(part: ElementPart, [share]: [number]): void {
    (part.element as HTMLElement).style.setProperty('--_share', String(share));
  }
}

export const fill = directive(Fill);
