// @vitest-environment happy-dom
import { aMe } from './testing/me.ts'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MeContext } from './me.tsx'
import { fullDevice } from './testing/full-device.ts'
import { openPage } from './testing/page.tsx'
import { usePersistedChanges } from './use-persisted-changes.ts'

type Values = { name: string; text: string; open: boolean }
const begin: Values = { name: '观鸟社', text: '', open: true }
let form: ReturnType<typeof usePersistedChanges<Values>>
let page: Awaited<ReturnType<typeof openPage>>

const Form = ({ of, version }: { of: Values; version: number }) => {
  const now = usePersistedChanges('guild:4', of, { version })
  useLayoutEffect(() => void (form = now))
  return null
}
const open = async ({ user_id = 11, of = begin, version = 1 } = {}) =>
  (page = await openPage(
    <MeContext value={aMe({ id: user_id })}>
      <Form of={of} version={version} />
    </MeContext>,
  ))
const set = (next: Partial<Values>) => page.doing(() => form.set(next))

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await page.close()
  vi.unstubAllGlobals()
})

test('what was changed is there after a reload, for its writer alone, over what the rest is by now', async () => {
  await open()
  await set({ text: '写了半小时的介绍' })
  await set({ open: false })
  await page.close()
  await open({ user_id: 12 })
  expect(form.values).toEqual(begin)
  await page.close()
  await open({ of: { ...begin, name: '观鸟学社' }, version: 2 })
  expect(form.values).toEqual({ name: '观鸟学社', text: '写了半小时的介绍', open: false })
  expect(form.changes).toEqual({ text: '写了半小时的介绍', open: false })
})

test('it is sent on the version it was changed in, until somebody has seen that there is a newer one', async () => {
  await open()
  await set({ text: '介绍' })
  await page.close()
  await open({ version: 5 })
  expect(form.version).toBe(1)
  await set({ text: '介绍，接着写' })
  expect(form.version).toBe(1)
  await page.doing(() => form.goOnFromNewest())
  expect(form.version).toBe(5)
  expect(form.values.text).toBe('介绍，接着写')
})

test('what is put back as it was, has arrived, or was sent leaves nothing on the device', async () => {
  await open()
  await set({ text: '介绍' })
  await set({ text: '' })
  expect(form.isChanged).toBe(false)
  expect(localStorage).toHaveLength(0)
  await set({ text: '介绍' })
  await page.doing(() => form.forget())
  expect(localStorage).toHaveLength(0)
  await set({ text: '介绍' })
  await page.close()
  await open({ of: { ...begin, text: '介绍' }, version: 2 })
  expect(form.isChanged).toBe(false)
})

test('a device that is full takes no letter away', async () => {
  vi.stubGlobal('localStorage', fullDevice)
  await open()
  await set({ text: '介绍' })
  expect(form.values.text).toBe('介绍')
})

test('what is typed while a form is saved stays, on the version of that save; what was sent is forgotten', async () => {
  await open()
  await set({ name: '观鸟学社', text: '第一段' })
  let arrive: (version: number) => void = () => undefined
  const given: unknown[] = []
  const save = () =>
    page.doing(
      () =>
        void form.send((changes, version) => {
          given.push([changes, version])
          return new Promise((resolve) => (arrive = resolve))
        }),
    )
  await save()
  await set({ text: '第一段，第二段' })
  // Reverted while its save is in flight: the form has no change, but the server still needs one.
  await set({ name: '观鸟社' })
  await page.doing(() => arrive(2))
  expect(form.changes).toEqual({ name: '观鸟社', text: '第一段，第二段' })
  await page.close()
  await open({ of: { ...begin, name: '观鸟学社', text: '第一段' }, version: 2 })
  await save()
  await page.doing(() => arrive(3))
  expect(form.isChanged).toBe(false)
  expect(localStorage).toHaveLength(0)
  expect(given).toEqual([
    [{ name: '观鸟学社', text: '第一段' }, 1],
    [{ name: '观鸟社', text: '第一段，第二段' }, 2],
  ])
})

test('what could not be saved is still a change, and what was taken back meanwhile is none', async () => {
  await open()
  await set({ name: '观鸟学社', text: '第一段' })
  let refuse: () => void = () => undefined
  const saved = () => form.send(() => new Promise((_, reject) => (refuse = () => reject(new Error('CONFLICT')))))
  let outcome: Promise<unknown> = Promise.resolve()
  await page.doing(() => void (outcome = saved().catch((error: Error) => error.message)))
  await set({ name: '观鸟社' })
  await page.doing(() => refuse())
  expect(await outcome).toBe('CONFLICT')
  expect([form.changes, form.version]).toEqual([{ text: '第一段' }, 1])
})
