// @vitest-environment happy-dom
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { stayWithUnsaved } from './stay-with-unsaved.ts'
import { elementOf } from './testing/element-of.ts'
import { openPage } from './testing/page.tsx'
import { unsavedTexts } from './texts/unsaved.ts'
import { toasts } from './toast.ts'
import { openDialogs } from './unsaved.ts'

let closed: number
let page: Awaited<ReturnType<typeof openPage>>
beforeEach(() => {
  closed = 0
  toasts.set([])
})
afterEach(() => page.close())

const open = async (unsaved?: boolean) => {
  page = await openPage(
    <Dialog title="退回" onClose={() => (closed += 1)} unsaved={unsaved}>
      <textarea aria-label="理由" />
      <input type="search" aria-label="查找" />
      <input type="checkbox" aria-label="通知" />
    </Dialog>,
  )
}
const dialog = () => elementOf(HTMLDialogElement, page.all('dialog')[0])
const happens = (type: string) =>
  page.doing(() => dialog().dispatchEvent(new (type === 'cancel' ? Event : MouseEvent)(type, { cancelable: true })))
/** What happens by accident: a press outside, Esc, and the way back of a phone, which is Esc to a page. */
const accidents = ['mousedown', 'cancel']
const field = (name: string) => page.named('textarea, input', name)
const type = (words: string) => page.write(field('理由'), words)
const said = () => toasts.get().map(({ text }) => text)
const hears = (words: string[]) => expect.poll(said).toEqual(words)

test.each(accidents)('a dialog in which nothing was written is closed by %s', async (accident) => {
  await open()
  await happens(accident)
  expect(closed).toBe(1)
})

test.each(accidents)(
  'what somebody has typed in a dialog outlives %s, and they read why it stays',
  async (accident) => {
    await open()
    await type('第三题没有过程')
    await happens(accident)
    expect(closed).toBe(0)
    await hears([unsavedTexts['zh-CN']])
    await page.doing(() => page.named('button', '关闭').click())
    expect(closed).toBe(1)
  },
)

test('a choice is kept like words; words taken out again, and those of a search, hold nobody', async () => {
  await open()
  await type('第三题')
  await type('')
  await page.write(field('查找'), '陈')
  await happens('cancel')
  expect(closed).toBe(1)
  await page.doing(() => field('通知').click())
  await happens('cancel')
  expect(closed).toBe(1)
  await page.doing(() => field('通知').click())
  await happens('cancel')
  expect(closed).toBe(2)
})

test('a dialog whose words are kept on the device closes as it did, and one that shows a thing once does not', async () => {
  await open(false)
  await type('理由')
  await happens('mousedown')
  expect(closed).toBe(1)
  await page.close()
  await open(true)
  await happens('mousedown')
  expect(closed).toBe(1)
})

test('a browser that closes a dialog by itself does not take along what was typed in it', async () => {
  await open()
  await type('第三题没有过程')
  await page.doing(() => field('理由').focus())
  await page.doing(() => dialog().close())
  expect(dialog().open).toBe(true)
  expect(document.activeElement).toBe(field('理由'))
  expect(closed).toBe(0)
})

test('the way back in the history is not taken while a dialog holds something unsaved; a link is', async () => {
  const router = createMemoryRouter([{ path: '*', Component: () => null }], { initialEntries: ['/a', '/b', '/c'] })
  stayWithUnsaved(router.initialize())
  await open()
  await type('第三题没有过程')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/c')
  await hears([unsavedTexts['zh-CN']])
  await router.navigate('/d')
  expect(router.state.location.pathname).toBe('/d')
  await type('')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/c')
  await page.close()
  expect(openDialogs.size).toBe(0)
  router.dispose()
  await open()
})

test('what was sent holds nobody: a dialog that has left the page is not asked', async () => {
  const router = createMemoryRouter([{ path: '*', Component: () => null }], { initialEntries: ['/a', '/b'] })
  stayWithUnsaved(router.initialize())
  await open()
  await type('已经举报了')
  const place = dialog().parentElement
  const gone = dialog()
  gone.remove()
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/a')
  place?.append(gone)
  router.dispose()
})
