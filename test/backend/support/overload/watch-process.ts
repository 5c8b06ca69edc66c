// node --expose-gc --import watch-process.js: this process says what it holds when the one that started it asks.
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  process.send?.({ rss, heapUsed, sockets });
});
// To be asked must not keep it alive.
process.channel?.unref();
