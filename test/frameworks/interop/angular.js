// The compiler first: it compiles the template here, in the browser.
import '@angular/compiler';
import {
  Component,
  computed,
  CUSTOM_ELEMENTS_SCHEMA,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import 'vh-elements/define/vh-player.js';
import { values } from './values.js';

class App {
  at = signal(0);
  shown = signal(true);
  kebab = signal(0);
  lower = signal(0);
  now = computed(() => values[this.at()]);
  more = (counter) => counter.update((n) => n + 1);
}

const AppComponent = Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (shown()) {
      <vh-player
        load="intent"
        [heading]="now().heading"
        [attr.end-time]="now().endTime"
        [withoutControls]="now().bare"
        [playlist]="now().playlist"
        (vh-copy-link)="more(kebab)"
        (timeupdate)="more(lower)"
      >
        <p>{{ now().text }}</p>
      </vh-player>
    }
    <button (click)="at.set(1)">Change</button>
    <button (click)="shown.set(!shown())">Toggle</button>
    <output id="events">{{ kebab() }} {{ lower() }}</output>`,
})(App);

await bootstrapApplication(AppComponent ?? App, { providers: [provideZonelessChangeDetection()] });
