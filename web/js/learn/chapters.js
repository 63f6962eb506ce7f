// The list of the lessons: where someone is, and every lesson and exercise to take or repeat.
import { ask } from '../net/api.js';
import { redraw, state } from '../state.js';
import { topbar } from '../pages/topbar.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';
import { finished } from './progress.js';
import { learnAt, rulesAt } from '../net/addresses.js';

/** @type {import('../../../crates/wire/wire.js').LessonName[]} */
let lessons = [];

export async function openChapters() {
  try {
    ({ lessons } = await ask('GET /api/lessons'));
    state.unreachable = false;
  } catch {
    state.unreachable = true;
  }
  redraw();
}

export function chaptersPage() {
  const done = finished();
  const next = lessons.find((x) => !done.has(x.name)) ?? lessons[0];
  const list = (/** @type {boolean} */ exercise) =>
    h(
      'ol',
      null,
      lessons
        .filter((x) => x.exercise === exercise)
        .map((x) =>
          h(
            'li',
            { key: x.name },
            h('a', { href: learnAt(x.name) }, t(`lesson.${x.name}.title`)),
            done.has(x.name) ? h('span', { class: 'badge' }, t('lesson.finished')) : null,
          ),
        ),
    );
  return [
    topbar(t('lesson.title')),
    h(
      'main',
      { id: 'main', tabindex: '-1', class: 'chapters', key: 'chapters' },
      h(
        'section',
        { class: 'panel' },
        h('p', null, t('lesson.about')),
        state.unreachable ? h('p', { class: 'refusal' }, t('web.error.offline')) : null,
        next
          ? h(
              'p',
              null,
              h(
                'a',
                { class: 'main', id: 'go-on', href: learnAt(next.name) },
                t(done.size ? 'web.go_on' : 'lesson.begin'),
              ),
            )
          : null,
        h('h2', null, t('lesson.lessons')),
        list(false),
        h('h2', null, t('lesson.exercises')),
        list(true),
        h('p', null, h('a', { href: rulesAt() }, t('book.all'))),
      ),
    ),
  ];
}
