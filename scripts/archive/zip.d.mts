export function zip(files: readonly { name: string; data: Buffer }[]): Buffer;
