// The architect's review of the game that is shown: requested, polled, and kept with the replay.
import { ask } from '../net/api.js';
import { problemOf } from '../net/refusal.js';
import { announce } from '../a11y/live.js';
import { errorText } from '../words/refusal.js';
import { redraw, state } from '../state.js';
import { t } from '../words/text.js';

/** How long to wait between two polls, in milliseconds. */
const AGAIN = 500;

/** Starts the review of a game, or joins one that is running. @param {import('../../types.js').Source} of */
const begin = (of) =>
  of.table === undefined
    ? ask('POST /api/reviews', of.record)
    : ask('POST /api/games/{id}/review', undefined, { id: of.table });

/** Requests the review of the game that is shown, and follows its progress. */
export async function requestReview() {
  const r = state.replay;
  if (!r?.source || r.review) return;
  const { source } = r;
  r.problem = null;
  r.review = { id: '', judged: 0, moves: r.stops.length - 1 };
  redraw();
  try {
    let now = await begin(source);
    while (!now.review) {
      r.review = now;
      redraw();
      await new Promise((done) => setTimeout(done, AGAIN));
      if (r !== state.replay) return;
      // A restarted server no longer has it.
      now = await ask('GET /api/reviews/{id}', undefined, { id: now.id }).catch((e) => {
        if (problemOf(e).code === 'not_found') return begin(source);
        throw e;
      });
    }
    r.review = now;
    announce(t('web.review.done', { n: now.review.moments.length }));
  } catch (e) {
    r.review = null;
    r.problem = errorText(problemOf(e));
  }
  redraw();
}
