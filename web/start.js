// The page's first script, which the server puts into the page itself. It tries again where a file of the page is
// missing: while servers are upgraded one after the other, any file may be asked of one that has another version.
(() => {
  /** How often the page has been loaded without its scripts. */
  const KEY = 'quinta.loads';
  /** @param {number} tries */
  const pause = (tries) => Math.min(500 * 2 ** tries, 5000);
  let pauses = 0;
  let waits = false;

  /** Loads the page again as soon as a server answers. */
  async function load() {
    const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) location.reload();
    else setTimeout(load, pause(4));
  }

  function loadAgain() {
    if (waits) return;
    waits = true;
    document.getElementById('again')?.removeAttribute('hidden');
    let loads;
    try {
      loads = Number(sessionStorage.getItem(KEY));
      sessionStorage.setItem(KEY, String(loads + 1));
    } catch {
      loads = 3;
    }
    setTimeout(load, pause(loads));
  }

  const events = { capture: true };
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
        setTimeout(() => target.replaceWith(target.cloneNode()), pause(pauses));
        pauses += 1;
      }
      // A script that is missing, or what it needs before it draws anything.
      if (target instanceof HTMLScriptElement || (target === window && document.getElementById('again'))) loadAgain();
    },
    events,
  );
  addEventListener('load', () => {
    try {
      if (!waits) sessionStorage.removeItem(KEY);
    } catch {
      // Then there is nothing to remove.
    }
  });
})();
