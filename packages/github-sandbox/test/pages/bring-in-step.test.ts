import { expect, test } from 'vitest'
import { element, type TinyNode } from '../support/tiny-dom.ts'

const script = new URL('../../src/pages/browser/bring-in-step.js', import.meta.url).href
const { bringInStep } = (await import(script)) as { bringInStep: (node: TinyNode, wanted: TinyNode) => void }

const comment = (id: number, text: string) => element('div', { id: `issuecomment-${id}` }, text)
const composer = (...label: string[]) =>
  element('form', { id: 'composer' }, element('textarea', { name: 'text' }), element('button', {}, ...label))

test('what came is put where it belongs, what went is gone, and all else is the same as before', () => {
  const [first, second, form] = [comment(1, 'one'), comment(2, 'two'), composer('Close')]
  const page = element('main', { class: 'page' }, first, second, form)
  const wanted = element(
    'main',
    { class: 'page wide' },
    comment(2, 'two, edited'),
    comment(3, 'three'),
    composer('Reopen'),
  )

  bringInStep(page, wanted)

  expect(String(page)).toBe(
    String(element('main', { class: 'page wide' }, comment(2, 'two, edited'), comment(3, 'three'), composer('Reopen'))),
  )
  expect(page.childNodes[0]).toBe(second)
  expect(page.childNodes[2]).toBe(form)
  expect(first.parent).toBeNull()
})

test('a comment that was begun stays where it is, also as a reply among others', () => {
  const area = element('textarea', { name: 'text' }, 'half')
  const thread = element('div', {}, comment(1, 'one'), element('details', { open: '' }, element('form', {}, area)))
  const wanted = element(
    'div',
    {},
    comment(1, 'one'),
    comment(2, 'two'),
    element('details', {}, element('form', {}, element('textarea', { name: 'text' }))),
  )

  bringInStep(thread, wanted)

  expect(String(thread)).toBe(
    String(
      element(
        'div',
        {},
        comment(1, 'one'),
        comment(2, 'two'),
        element('details', { open: '' }, element('form', {}, element('textarea', { name: 'text' }, 'half'))),
      ),
    ),
  )
  expect(thread.childNodes[2]?.childNodes[0]?.childNodes[0]).toBe(area)
})

test('what the reader chose stays, what a form sends along unseen does not', () => {
  const form = (sha: string, line: string, selected: Record<string, string>) =>
    element(
      'form',
      {},
      element('input', { type: 'hidden', value: sha }),
      element('input', { type: 'number', value: line }),
      element('select', {}, element('option', { value: 'ada', ...selected }, 'ada')),
    )
  const page = form('a1', '7', { selected: '' })

  bringInStep(page, form('b2', '', {}))

  expect(String(page)).toBe(String(form('b2', '7', { selected: '' })))
})

test('a drawn diagram stays as long as its source does', () => {
  const drawn = () => element('pre', { class: 'mermaid drawn', 'data-source': 'graph TD' }, element('svg', {}))
  const [same, other] = [element('div', {}, drawn()), element('div', {}, drawn())]

  bringInStep(same, element('div', {}, element('pre', { class: 'mermaid' }, 'graph TD')))
  bringInStep(other, element('div', {}, element('pre', { class: 'mermaid' }, 'graph LR')))

  expect(String(same)).toBe(String(element('div', {}, drawn())))
  expect(String(other)).toBe(String(element('div', {}, element('pre', { class: 'mermaid' }, 'graph LR'))))
})

test('what stays is not moved: a text that is being written would lose the reader’s place in it', () => {
  const page = element('main', {}, comment(1, 'one'), comment(2, 'two'), composer('Close'))
  const moved: TinyNode[] = []
  const insert = page.insertBefore.bind(page)
  page.insertBefore = (node, before) => {
    if (page.childNodes.includes(node)) moved.push(node)
    insert(node, before)
  }

  bringInStep(page, element('main', {}, comment(2, 'two'), comment(3, 'three'), composer('Close')))

  expect(moved).toEqual([])
})

test('parts that are known by an id change places, and none becomes another', () => {
  const [first, second] = [comment(1, 'one'), comment(2, 'two')]
  const page = element('main', {}, first, second)

  bringInStep(page, element('main', {}, element('div', {}, 'news'), comment(2, 'two'), comment(1, 'one')))

  expect(String(page)).toBe(
    String(element('main', {}, element('div', {}, 'news'), comment(2, 'two'), comment(1, 'one'))),
  )
  expect([page.childNodes[1], page.childNodes[2]]).toEqual([second, first])
  expect(page.childNodes[1]).toBe(second)
})

test('a box that the reader ticked stays so', () => {
  const box = (attributes: Record<string, string>) =>
    element('form', {}, element('input', { type: 'checkbox', ...attributes }))
  const page = box({ checked: '' })

  bringInStep(page, box({}))

  expect(String(page)).toBe(String(box({ checked: '' })))
})
