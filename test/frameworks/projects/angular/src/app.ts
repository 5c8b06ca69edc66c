import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'vh-elements/define/vh-uploader.js';
import 'vh-elements/define/vh-player.js';
import 'vh-elements/define/vh-captions-picker.js';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <label for="film">Your film</label>
      <vh-uploader
        id="film"
        backend="/vh"
        optimize="100p 20k"
        (vh-upload-done)="sent.set($event.video.videoId)"
        (vh-upload-playable)="videoId.set($event.video.videoId)"
      ></vh-uploader>
      <vh-player
        #player
        id="player"
        backend="/vh"
        [videoId]="videoId()"
        muted
        (timeupdate)="seconds.set(player.currentTime)"
      ></vh-player>
      <vh-captions-picker #picker for="player" (change)="language.set(picker.value)"></vh-captions-picker>
      <output id="sent">{{ sent() }}</output>
      <output id="plays">{{ seconds() > 0 ? 'plays' : '' }}</output>
      <output id="language">{{ language() }}</output>
    </main>
  `,
})
export class App {
  readonly videoId = signal(new URLSearchParams(location.search).get('video') ?? undefined);
  readonly sent = signal('');
  readonly seconds = signal(0);
  readonly language = signal('');
}
