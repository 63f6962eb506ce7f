// What is thrown where an answer says no.

/** An answer that says no. */
export class Refusal extends Error {
  /** @param {import('../../types.js').Problem} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/** What went wrong, whatever was thrown. @param {unknown} thrown @returns {import('../../types.js').Problem} */
export const problemOf = (thrown) =>
  thrown instanceof Refusal ? thrown.error : { code: 'other', message: String(thrown) };
