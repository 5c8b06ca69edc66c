// npm run serve: what npm run build has made. PORT and HOST say where it listens.
process.env.ORIGIN ??= process.env.SITE_URL;
process.env.HOST ??= '127.0.0.1';
process.env.BODY_SIZE_LIMIT ??= '1M';
await import('./build/index.js');
