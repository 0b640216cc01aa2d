// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ignoreSecondPresses } from './second-press.ts'

ignoreSecondPresses(document)

/** A list of which each name leaves when its button is pressed, so that the next one takes its place. */
const Waiting = ({ answered }: { answered: string[] }) => {
  const [names, setNames] = useState(['王芳', '李雷', '韩梅梅'])
  const answer = (name: string) => {
    answered.push(name)
    setNames(names.filter((one) => one !== name))
  }
  return names.map((name) => (
    <button key={name} type="button" onClick={() => answer(name)}>
      <b>{name}</b>
    </button>
  ))
}

test('a teacher who double-clicks at one request answers this one, and not the next that has moved under the pointer', async () => {
  const answered: string[] = []
  const page = await openPage(<Waiting answered={answered} />)
  const press = (detail: number) =>
    page.doing(() =>
      page.all('button b')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
    )
  await press(1)
  await press(2)
  expect(answered).toEqual(['王芳'])
  // A press of its own, and one of a key, are meant.
  await press(1)
  await press(0)
  expect(answered).toEqual(['王芳', '李雷', '韩梅梅'])
  await page.close()
})

test('a teacher who presses one button again and again in quick succession is heard each time', async () => {
  let count = 0
  const page = await openPage(
    <button type="button" onClick={() => (count += 1)}>
      加一天
    </button>,
  )
  for (const detail of [1, 2, 3])
    await page.doing(() =>
      page
        .named('button', '加一天')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
    )
  expect(count).toBe(3)
  await page.close()
})
