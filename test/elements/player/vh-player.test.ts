import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhPlayer } from '../../../src/define/vh-player.ts';

describe('<vh-player> on a server', () => {
  it('can be loaded, registered and made where there is no browser', () => {
    assert.equal(customElements.get('vh-player'), VhPlayer);
    assert.ok(new VhPlayer());
  });
});
