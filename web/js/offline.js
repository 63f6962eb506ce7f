// The page that appears without a network: it says so, and looks again by itself.
import { apply, settings } from './settings.js';
import { load, preferred, t } from './text.js';

const again = () => location.reload();

apply();
await load(preferred(settings.language));
document.title = `${t('web.offline_page')} · ${t('app.name')}`;
for (const [id, key] of [['what', 'web.offline_page'], ['more', 'web.offline_more'], ['again', 'web.try_again']]) {
  const el = document.getElementById(id);
  if (el) el.textContent = t(key);
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
