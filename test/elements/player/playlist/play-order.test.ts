import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayOrder } from '../../../../src/elements/player/playlist/play-order.ts';
import { rollDice } from '../../../support/seeded.ts';

describe('the order of a playlist', () => {
  const dice = rollDice();
  const random = () => dice.below(1_000_000) / 1_000_000;
  const ids = (count: number) => [...Array(count).keys()].map((at) => `entry ${String(at)}`);
  const next = (order: PlayOrder) => {
    const [id] = order.from(1);
    if (id !== undefined) order.moveTo(id);
    return id;
  };
  const back = (order: PlayOrder) => {
    const [id] = order.from(-1);
    if (id !== undefined) order.moveTo(id);
    return id;
  };
  /** Plays on to the end; returns the played entries. */
  const playOn = (order: PlayOrder) => {
    const played: string[] = [];
    for (let id = next(order); id !== undefined; id = next(order)) played.push(id);
    return played;
  };
  const shuffled = (list: readonly string[], first = list[0] ?? '') => {
    const order = new PlayOrder(random);
    order.replace(list);
    order.moveTo(first);
    order.shuffle(true);
    return order;
  };

  it('is that of the list, in both directions', () => {
    const order = new PlayOrder(random);
    order.replace(ids(4));
    order.moveTo('entry 1');
    assert.deepEqual(order.from(1), ['entry 2', 'entry 3']);
    assert.deepEqual(order.from(-1), ['entry 0']);
  });

  it('is another one when it is shuffled, with each entry once, and ends then', () => {
    const rest = ids(40).slice(1);
    const played = playOn(shuffled(ids(40)));
    assert.deepEqual([...played].sort(), [...rest].sort());
    assert.notDeepEqual(played, rest);
  });

  it('leads back through the played entries, and forward again the same way', () => {
    const order = shuffled(ids(10), 'entry 4');
    const played = ['entry 4', next(order), next(order), next(order)];
    assert.deepEqual([back(order), back(order), back(order)], played.slice(0, 3).reverse());
    assert.equal(back(order), undefined);
    assert.deepEqual([next(order), next(order), next(order)], played.slice(1));
    assert.ok(!played.includes(next(order) ?? ''));
  });

  it('leaves out the entries played before it was shuffled, until all have played', () => {
    const order = new PlayOrder(random);
    order.replace(ids(6));
    for (const id of ids(3)) order.moveTo(id);
    order.shuffle(true);
    assert.deepEqual(playOn(order).sort(), ids(6).slice(3));
    order.shuffle(false);
    order.shuffle(true);
    assert.equal(new Set(playOn(order)).size, 5, 'all have played: they may come again');
  });

  it('continues as the list stands when it is shuffled no longer', () => {
    const order = shuffled(ids(5));
    order.moveTo('entry 2');
    order.shuffle(false);
    assert.deepEqual(order.from(1), ['entry 3', 'entry 4']);
    assert.deepEqual(order.from(-1), ['entry 1', 'entry 0']);
  });

  it('begins again with the entry that a viewer chooses after all have played', () => {
    const order = shuffled(ids(5));
    playOn(order);
    order.moveTo('entry 0');
    assert.deepEqual(playOn(order).sort(), ids(5).slice(1));
  });

  it('repeats none before all have played, while entries are chosen, added and removed', () => {
    for (let run = 0; run < 200; run++) {
      let list = ids(2 + dice.below(8));
      let made = list.length;
      const order = shuffled(list);
      const played = new Set([list[0]]);
      for (let step = 0; step < 40; step++) {
        const throwOf = dice.below(6);
        if (throwOf === 0) {
          list = [...list];
          list.splice(dice.below(list.length + 1), 0, `entry ${String(made++)}`);
          order.replace(list);
        } else if (throwOf === 1 && list.length > 2) {
          const gone = dice.pick(list);
          const present = [...played].at(-1);
          if (gone !== present) order.replace((list = list.filter((id) => id !== gone)));
        } else if (throwOf === 2 && order.from(1).length > 0) {
          const chosen = dice.pick(order.from(1));
          order.moveTo(chosen);
          assert.ok(!played.has(chosen));
          played.add(chosen);
        } else {
          const id = next(order);
          if (id === undefined) {
            assert.deepEqual(
              list.filter((one) => !played.has(one)),
              [],
              'it ends only once all have played',
            );
          } else {
            assert.ok(!played.has(id), `${id} came again`);
            assert.ok(list.includes(id));
            played.add(id);
          }
        }
      }
    }
  });
});
