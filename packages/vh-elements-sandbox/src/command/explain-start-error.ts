/** The reason why a start fails, in one sentence that says what to do. */
export function explainStartError(
  error: unknown,
  { port, dataDir }: { port: number; dataDir: string },
): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is in use: choose another with --port, or --port 0 for any that is free.`;
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `Port ${String(port)} may not be used by this account: choose one above 1023 with --port.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'This machine has no such address: choose another with --host, or leave it away.';
  }
  if (
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'ENOENT'].includes(code) ||
    code.startsWith('SQLITE')
  ) {
    return `The data folder ${dataDir} cannot be written: make it writable, or choose another with --data.`;
  }
  return error.message;
}
