import { createApp, ref } from 'vue/dist/vue.esm-bundler.js';
import 'vh-elements/define/vh-uploader.js';
import { grant, show } from './grant.js';

const app = createApp({
  setup: () => ({ heard: ref(''), grant, show }),
  template: `
    <form @submit="show">
      <label for="film">Your film</label>
      <vh-uploader
        id="film"
        name="video"
        required
        :grant="grant"
        @vh-upload-done="heard = $event.video.videoId"
      ></vh-uploader>
      <button>Send</button>
    </form>
    <output id="heard">{{ heard }}</output>`,
});
app.config.compilerOptions.isCustomElement = (tag) => tag.startsWith('vh-');
app.mount('#app');
