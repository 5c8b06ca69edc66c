/** The same script with its style sheets packed. */
export function packStylesOf(script: string): string;
