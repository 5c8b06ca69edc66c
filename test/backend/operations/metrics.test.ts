import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Metrics } from '../../../src/backend/operations/metrics.ts';

describe('metrics in the format of Prometheus', () => {
  it('count by labels', () => {
    const metrics = new Metrics();
    const count = metrics.counter('requests_total', 'Requests.');
    count({ route: 'grants', status: '201' });
    count({ route: 'grants', status: '201' });
    count({ route: 'grants', status: '403' });
    assert.equal(
      metrics.text(),
      [
        '# HELP requests_total Requests.',
        '# TYPE requests_total counter',
        'requests_total{route="grants",status="201"} 2',
        'requests_total{route="grants",status="403"} 1',
        '',
      ].join('\n'),
    );
  });

  it('put times into buckets that contain the smaller ones', () => {
    const metrics = new Metrics();
    const time = metrics.histogram('seconds', 'Time.');
    time({ of: 'a' }, 0.004);
    time({ of: 'a' }, 0.3);
    time({ of: 'a' }, 60);
    const lines = metrics.text().split('\n');
    const valueOf = (start: string) => lines.find((line) => line.startsWith(start))?.split(' ')[1];
    assert.equal(valueOf('seconds_bucket{of="a",le="0.005"}'), '1');
    assert.equal(valueOf('seconds_bucket{of="a",le="0.25"}'), '1');
    assert.equal(valueOf('seconds_bucket{of="a",le="0.5"}'), '2');
    assert.equal(valueOf('seconds_bucket{of="a",le="10"}'), '2');
    assert.equal(valueOf('seconds_bucket{of="a",le="+Inf"}'), '3');
    assert.equal(valueOf('seconds_sum{of="a"}'), '60.304000');
    assert.equal(valueOf('seconds_count{of="a"}'), '3');
  });

  it('have no label that ends a line or a text', () => {
    const metrics = new Metrics();
    metrics.counter('odd', 'Odd.')({ of: 'a"\n}\\b' });
    assert.match(metrics.text(), /^odd\{of="a\}b"\} 1$/m);
  });
});
