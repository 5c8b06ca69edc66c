import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileName } from '../../../../../../src/elements/player/skin/menu/pages/save-picture.ts';
import { linkTo } from '../../../../../../src/elements/player/skin/menu/pages/actions.ts';

describe('linkTo', () => {
  it('puts the time into the address, and leaves the rest of it', () => {
    assert.equal(linkTo('https://a.example/film', 't', 83), 'https://a.example/film?t=83');
    assert.equal(
      linkTo('https://a.example/film?v=1&t=5#part', 't', 0),
      'https://a.example/film?v=1&t=0#part',
    );
    assert.equal(linkTo('https://a.example/?t=1', 'film', 7), 'https://a.example/?t=1&film=7');
  });
});

describe('fileName', () => {
  it('is one that every file system takes', () => {
    assert.equal(fileName('Dusk', 83), 'Dusk 1-23.png');
    assert.equal(fileName(undefined, 3), '0-03.png');
    assert.equal(fileName('../a\\b:c*"<b>?|\u0000\u202e', 3), 'a b c b 0-03.png');
    assert.equal(fileName('x'.repeat(500), 3).length, 100 + ' 0-03.png'.length);
  });
});
