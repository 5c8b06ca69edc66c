// npm run pictures [-- NAME…] [--png FOLDER]: takes docs/pictures, one picture for each state of the player.
// npm run pictures -- readme: takes the pictures of the README.
// npm run pictures -- peers [STATE…] [--png FOLDER]: other players in the same states, a sheet for each state.
import './base/need-node.mjs';

const { launch } = await import('./system/launch.mjs');
const [, , first] = process.argv;
if (first === 'peers') process.argv.splice(2, 1);
const program =
  first === 'peers'
    ? 'bench/support/pictures/peer-pictures.js'
    : 'test/e2e/player/support/pictures/player-pictures.js';
if (first === 'readme') await import('./pictures/screenshot.mjs');
else await launch(program, ['dist', 'cdn', 'node'], ['tests', 'benches']);
