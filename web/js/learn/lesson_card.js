// What a lesson asks for, over its table.
import { again, task } from './lesson.js';
import { state } from '../state.js';
import { slots } from '../table/slots.js';
import { t } from '../words/text.js';
import { h } from '../draw/vdom.js';
import { home, learnAt } from '../net/addresses.js';

slots.lesson = function lessonCard() {
  const { lesson, game } = state;
  if (!lesson) return null;
  const shown = lesson.done && game.waiting === 0 && !game.scoring;
  const next = lesson.all[lesson.at + 1];
  const tried = lesson.actions.length > 0 && !lesson.done;
  return h(
    'section',
    { class: `lesson${shown ? ' done' : ''}`, key: 'lesson', 'aria-label': t(`lesson.${lesson.name}.title`) },
    h(
      'div',
      { class: 'says' },
      h('h2', null, `${lesson.at + 1}/${lesson.all.length} · ${t(`lesson.${lesson.name}.title`)}`),
      h('p', null, shown ? t('lesson.done') : task()),
      tried ? h('p', { class: 'note' }, t('lesson.other')) : null,
    ),
    h(
      'div',
      { class: 'buttons' },
      shown && next
        ? h('a', { class: 'main', id: 'next-lesson', href: learnAt(next.name) }, t('lesson.next'))
        : shown
          ? h('a', { class: 'main', id: 'next-lesson', href: home }, t('lesson.play'))
          : null,
      lesson.actions.length
        ? h('button', { type: 'button', class: 'second', id: 'again', onclick: () => void again() }, t('lesson.again'))
        : null,
      h('a', { class: 'second', href: learnAt() }, t('lesson.all')),
    ),
  );
};
