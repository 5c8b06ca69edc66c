// The compiler first: it compiles the template here, in the browser.
import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import 'vh-elements/define/vh-uploader.js';
import { grant, show } from './grant.js';

class App {
  heard = signal('');
  grant = grant;
  show = show;
}

const AppComponent = Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <form (submit)="show($event)">
      <label for="film">Your film</label>
      <vh-uploader
        id="film"
        name="video"
        required
        [grant]="grant"
        (vh-upload-done)="heard.set($event.video.videoId)"
      ></vh-uploader>
      <button>Send</button>
    </form>
    <output id="heard">{{ heard() }}</output>`,
})(App);

await bootstrapApplication(AppComponent ?? App, { providers: [provideZonelessChangeDetection()] });
