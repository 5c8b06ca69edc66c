import 'vh-elements/define/vh-uploader.js';
import { grant, show } from './grant.js';

document.querySelector('#app').innerHTML = `
  <form>
    <label for="film">Your film</label>
    <vh-uploader id="film" name="video" required></vh-uploader>
    <button>Send</button>
  </form>
  <output id="heard"></output>`;
const uploader = document.querySelector('vh-uploader');
uploader.grant = grant;
uploader.addEventListener('vh-upload-done', ({ video }) => {
  document.querySelector('#heard').textContent = video.videoId;
});
document.querySelector('form').addEventListener('submit', show);
