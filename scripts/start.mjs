// npm start: from a fresh clone to the demo's address. All chatter goes to stderr; the server prints the address.
import './base/need-node.mjs';

const { launch } = await import('./system/launch.mjs');
await launch('demo/server.js', ['dist', 'cdn', 'node', 'pages', 'docs']);
