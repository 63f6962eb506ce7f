// A reporter for node's test runner that writes each failed test on a line of its own, for `.ci/tests` to run it again.

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const error = data.details?.error;
    yield `${JSON.stringify({ file: data.file, name: data.name, message: String(error?.cause?.stack ?? error) })}\n`;
  }
}
