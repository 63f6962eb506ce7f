// The page that appears without a network: it says so, and looks again by itself. It stands alone: nothing else can be
// loaded.

/** @returns {{language?: string, theme?: string}} */
function liked() {
  try {
    return JSON.parse(localStorage.getItem('quinta.settings') ?? '{}');
  } catch {
    return {};
  }
}

const again = () => location.reload();
const { language, theme } = liked();
const known =
  [language ?? '', ...navigator.languages]
    .map((tag) => tag.slice(0, 2))
    .find((code) => ['en', 'fr', 'de', 'pl'].includes(code)) ?? 'en';
document.documentElement.lang = known;
document.documentElement.dataset.theme =
  theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light';

const texts = await (await fetch(`/locales/${known}.json?offline`)).json();
document.title = `${texts['web.offline_page']} · ${texts['app.name']}`;
for (const [id, key] of [
  ['what', 'web.offline_page'],
  ['more', 'web.offline_more'],
  ['again', 'web.try_again'],
]) {
  const el = document.getElementById(id);
  if (el) el.textContent = texts[key];
}
const button = document.getElementById('again');
if (button) {
  button.hidden = false;
  button.onclick = again;
}
addEventListener('online', again);
setInterval(async () => {
  if ((await fetch('/healthz', { cache: 'no-store' }).catch(() => null))?.ok) again();
}, 5000);
