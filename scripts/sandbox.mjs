// npm run sandbox: the service alone. Its one line of JSON is all that stdout gets.
import './base/need-node.mjs';

const { launch } = await import('./system/launch.mjs');
// `cdn` is the player of its embed pages.
await launch('packages/vh-elements-sandbox/src/main.js', ['dist', 'cdn', 'node']);
