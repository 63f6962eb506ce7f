// The frame of charts: round numbers, where values lie, what a screen reader is told.
import './browser.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { chart, column, line, roundNumbers } = await import('../../js/draw/chart.js');

test('axes have round numbers', () => {
  assert.deepEqual(roundNumbers(-42, 42, 4), [-40, -20, 0, 20, 40]);
  assert.deepEqual(roundNumbers(0, 10, 2), [0, 5, 10]);
  assert.deepEqual(roundNumbers(0, 141, 8), [0, 20, 40, 60, 80, 100, 120, 140]);
  assert.deepEqual(roundNumbers(0, 1, 4), [0, 0.2, 0.4, 0.6, 0.8, 1]);
});

/** All elements in a description. @param {any} of @returns {any[]} */
const all = (of) => (Array.isArray(of) ? of.flatMap(all) : of?.kids ? [of, ...all(of.kids)] : []);

test('what is drawn lies where the numbers say', () => {
  const made = chart(
    {
      cls: 'x',
      label: 'in words',
      size: [100, 100],
      x: [0, 10],
      y: [-10, 30],
      margin: [10, 10],
      xTicks: [{ at: 5, label: '5' }],
      yTicks: [{ at: 0, label: '0' }],
      legend: null,
    },
    (scale) => [
      line(scale, 'a', [[0, -10], [10, 30]]), // prettier-ignore
      column(scale, 5, 10, [
        { name: '', cls: 'b', texture: 1, value: 20, title: '' },
        { name: '', cls: 'c', texture: 2, value: -10, title: '' },
      ]),
    ],
  );
  const [svg] = all(made).filter((one) => one.tag === 'svg');
  assert.equal(svg.props['aria-label'], 'in words');
  const parts = all(made).filter((one) => one.props.class?.startsWith('part'));
  assert.deepEqual(
    parts.map(({ props: { y, height } }) => [y, height]),
    [
      [30, 39],
      [71, 19],
    ],
  );
  const [drawn] = all(made).filter((one) => one.props.class === 'series a');
  assert.equal(drawn.props.d, 'M0.0 90.0L100.0 10.0');
  const places = all(made).flatMap((one) => (one.props.style ? [one.props.style] : []));
  assert.deepEqual(places, [{ top: '70.00%' }, { left: '50.00%' }]);
});
