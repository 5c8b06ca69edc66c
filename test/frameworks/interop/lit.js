import { html, LitElement, nothing } from 'lit';
import 'vh-elements/define/vh-player.js';
import { values } from './values.js';

class TheApp extends LitElement {
  static properties = { at: {}, shown: {}, kebab: {}, lower: {} };

  constructor() {
    super();
    Object.assign(this, { at: 0, shown: true, kebab: 0, lower: 0 });
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { heading, endTime, bare, playlist, text } = values[this.at];
    const player = html`<vh-player
      load="intent"
      heading=${heading}
      end-time=${endTime}
      ?without-controls=${bare}
      .playlist=${playlist}
      @vh-copy-link=${() => (this.kebab += 1)}
      @timeupdate=${() => (this.lower += 1)}
      ><p>${text}</p></vh-player
    >`;
    return html`${this.shown ? player : nothing}
      <button @click=${() => (this.at = 1)}>Change</button>
      <button @click=${() => (this.shown = !this.shown)}>Toggle</button>
      <output id="events">${this.kebab} ${this.lower}</output>`;
  }
}

customElements.define('the-app', TheApp);
document.querySelector('#app').append(new TheApp());
