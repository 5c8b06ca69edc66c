export function seeThroughFaces(file: string, code: string): string;
