// npm run pictures [-- NAME…] [--png FOLDER]: takes docs/pictures, one picture for each state of the player.
import './need-node.mjs';

const { launch } = await import('./launch.mjs');
await launch('test/support/pictures/player-pictures.js', ['dist', 'cdn', 'node']);
