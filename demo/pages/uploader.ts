import 'vh-elements/define/vh-uploader.js';
import { spoilLine } from './spoil-line.ts';

const sent = new URLSearchParams(location.search).get('video');
const output = document.querySelector('#sent');
if (sent && output) output.textContent = `The form was sent with video=${sent}`;

spoilLine(document.querySelector('#line'));
