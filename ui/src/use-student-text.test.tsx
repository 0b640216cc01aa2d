// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { ProfileContext } from './profile.tsx'
import { aProfile } from './testing/profile.ts'
import { openPage } from './testing/page.tsx'
import { useStudentText } from './use-student-text.ts'

afterEach(() => {
  localStorage.clear()
  arrives = async () => undefined
})

/** The answer of the server to what is sent. */
let arrives: () => Promise<void> = async () => undefined

const Appeal = () => {
  const { text, write, send } = useStudentText('appeal:7', '')
  return (
    <>
      <output>{text}</output>
      <button type="button" onClick={() => write('第二题的得分和评分标准不一致')}>
        type
      </button>
      <button type="button" onClick={() => void send(arrives)}>
        send
      </button>
    </>
  )
}
const openAs = (id: number) =>
  openPage(
    <ProfileContext value={aProfile({ id })}>
      <Appeal />
    </ProfileContext>,
    '/',
  )
const wordsOn = ({ all }: Awaited<ReturnType<typeof openAs>>) => all('output')[0]?.textContent
const press = (page: Awaited<ReturnType<typeof openAs>>, name: string) =>
  page.doing(() => page.named('button', name).click())

test('a student who closes what they are writing in finds the words there again, and nobody else does', async () => {
  const first = await openAs(1)
  await press(first, 'type')
  await first.close()
  const other = await openAs(2)
  expect(wordsOn(other)).toBe('')
  await other.close()
  const again = await openAs(1)
  expect(wordsOn(again)).toBe('第二题的得分和评分标准不一致')
  await press(again, 'send')
  await again.close()
  const after = await openAs(1)
  expect(wordsOn(after)).toBe('')
  await after.close()
})

test('what was written in another window meanwhile is not forgotten with what was sent in this one', async () => {
  const here = await openAs(1)
  await press(here, 'type')
  localStorage.setItem('words:1:appeal:7', '另一个窗口里更长的理由')
  await press(here, 'send')
  await here.close()
  const after = await openAs(1)
  expect(wordsOn(after)).toBe('另一个窗口里更长的理由')
  await after.close()
})

test('a student who closes a dialog while its words are on the way does not find them there again once they have arrived', async () => {
  const arrival = Promise.withResolvers<void>()
  arrives = () => arrival.promise
  const here = await openAs(1)
  await press(here, 'type')
  await press(here, 'send')
  await here.close()
  arrival.resolve()
  await arrival.promise
  const after = await openAs(1)
  expect(wordsOn(after)).toBe('')
  await after.close()
})
