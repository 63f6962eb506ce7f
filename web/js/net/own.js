// Files of this page's own version. While servers are upgraded one after the other, a request for one may reach a
// server of another version, which does not have it.

/** The first and the longest pause before a file is asked for again, in milliseconds. */
const PAUSE = { first: 500, longest: 8000 };

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Fetches a file; one that is missing is asked for again, for a quarter of a minute.
 * @param {string | URL} address
 */
export async function fetchOwn(address) {
  for (let wait = PAUSE.first; ; wait *= 2) {
    const answer = await fetch(address);
    if (answer.status !== 404 || wait > PAUSE.longest) return answer;
    await pause(wait);
  }
}

/** The pause after so many workers in a row whose script was missing. @param {number} tries */
export const pauseAfter = (tries) => pause(Math.min(PAUSE.first * 2 ** tries, PAUSE.longest));

/** Whether a worker failed because its script or what that imports is missing. @param {Event} event */
export const isMissing = (event) => !(event instanceof ErrorEvent);
