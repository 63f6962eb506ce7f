// The error that is thrown when a request is refused.

/** A refused request. */
export class Refusal extends Error {
  /** @param {import('../../types.js').Problem} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/**
 * The problem to report for anything that was thrown.
 * @param {unknown} thrown @returns {import('../../types.js').Problem}
 */
export const problemOf = (thrown) =>
  thrown instanceof Refusal ? thrown.error : { code: 'other', message: String(thrown) };
