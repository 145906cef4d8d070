import { expect, test } from 'vitest'
import { isUnfilled } from '../../../../../src/domain/plan/outline/form/unfilled.ts'
import { noLonger, withoutScene } from '../../../../../src/domain/plan/outline/request/no-longer.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['htmlEscape crashes when value is not a string', 'No longer: htmlEscape crashes when value is not a string'],
  ['Rate limits are not described', 'Fixed: Rate limits are not described'],
  ['Modals are unreachable by keyboard', 'Fixed: Modals are unreachable by keyboard'],
  ['`watch` no longer sees new files', 'Again: `watch` sees new files'],
  ['升级之后无法登录', '已解决：升级之后无法登录'],
])('nobody has to undo two denials: %s', (wrong, criterion) => {
  expect(noLonger(wrong)).toBe(criterion)
})

test.each([
  ['There is currently a typo in `a.md`', 'a typo in `a.md`'],
  ['Regression - NullPointerException in Table', 'NullPointerException in Table'],
  ['The installation works fine, but the daemon crashes at the start', 'the daemon crashes at the start'],
  ['Ubuntu 16.04，Azure，安装一切正常，最后一步启动守护进程报错', '最后一步启动守护进程报错'],
  ['The menu opens but the list stays empty', 'The menu opens but the list stays empty'],
  ['点击保存后，页面报错', '点击保存后，页面报错'],
])('of a complaint only what is wrong is left: %s', (told, wrong) => {
  expect(withoutScene(told)).toBe(wrong)
})

test.each([
  ['Test that login fails with a wrong password', 'Test that login fails with a wrong password'],
  ['Reproduce crashes of the worker', 'Reproduce crashes of the worker'],
  ['Login fails with the right password', 'No longer: Login fails with the right password'],
])('an order in a box is never denied: %s', (text, criterion) => {
  expect(planWritten('Login', `- [ ] ${text}\n- [ ] Add a test of \`login()\`\n`).criteria[0]).toBe(criterion)
})

test.each([
  ['The help says that the default is 10 seconds, and it is 30.', true],
  ['I saw it yesterday when I started 3 jobs.', false],
])('a title that leaves the value out is told with it: %s', (body, isTold) => {
  const [first = ''] = planWritten('Help shows the wrong default of TIMEOUT', body).criteria

  expect(first.includes('10 seconds')).toBe(isTold)
})

test.each([
  [
    "### Describe the solution you'd like\n\nHopefully the parser is updated to version 0.0.20",
    'The parser is updated to version 0.0.20',
  ],
  ['Any chance you could add a `--json` flag to the list?', 'Add a `--json` flag to the list'],
  ['Ich hätte gerne, dass die Liste bearbeitbar ist.', 'Ich hätte gerne, dass die Liste bearbeitbar ist.'],
  ['**Solution** - Add `aria-label="Close"`', 'Add `aria-label="Close"`'],
])('a wish is offered without its hope: %s', (body, criterion) => {
  expect(planWritten('List', body)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test.each([
  ['Is it maintained?', "Maybe it doesn't need to be updated, but I just want to make sure.", 'declined'],
  ['Server', 'It should not need to be restarted after a change of `a.yml`.', 'reading'],
  ['Compilador', 'Quizás debería mostrar un aviso con los errores de la línea.', 'question'],
  ['Consider deprecating `a()` first', 'It should warn for one version.', 'question'],
  ['Consider time zones in `parse()`', 'It should return `Z` where no zone is given.', 'reading'],
])('what is hedged or not needed is no order: %s', (title, body, gives) => {
  expect(planWritten(title, body).gives).toBe(gives)
})

test.each([
  ['この問題に関する他の文脈をここに追加してください。', true],
  ['여기에 문제에 대한 다른 맥락을 추가하세요.', true],
  ['在此处添加有关该问题的任何其他上下文。', true],
  ['Füge hier jeden weiteren Kontext zum Problem hinzu.', true],
  ['Ajoutez ici tout autre contexte sur le problème.', true],
  ['Agrega aquí cualquier otro contexto sobre el problema.', true],
  ['Adicione aqui qualquer outro contexto sobre o problema.', true],
  ['Добавьте сюда любой другой контекст о проблеме.', true],
  ['ここに保存ボタンを追加してください。', false],
  ['在这里添加搜索功能', false],
  ['Füge hier einen Button hinzu.', false],
  ['Ajoutez ici un bouton.', false],
])('what a template asks for in its language is nobody’s wish: %s', (text, isTemplate) => {
  expect(isUnfilled(text)).toBe(isTemplate)
})

test('a link in a criterion is its words, unless it only points', () => {
  const body = 'The [list of keys](https://a.example/keys) should be sorted as [here](https://b.example/sorted).'

  expect(planWritten('Keys', body).criteria).toEqual([
    'The list of keys should be sorted as [here](https://b.example/sorted).',
  ])
})
