// @vitest-environment happy-dom
import { MeContext } from '@tongchuang/ui/me.tsx'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useExcellent } from './use-excellent.ts'

let now: ReturnType<typeof useExcellent>
const Reviewing = () => {
  const excellent = useExcellent({ submit_id: 7 })
  useLayoutEffect(() => void (now = excellent))
  return null
}
const open = () =>
  openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Reviewing />
    </MeContext>,
  )

beforeEach(() => localStorage.clear())

test('why a work is excellent is there after a reload, and after its key was pressed twice', async () => {
  const before = await open()
  expect(now.excellent).toBeNull()
  await before.doing(() => now.toggle())
  await before.doing(() => now.write('观察得细'))
  await before.close()
  const page = await open()
  expect(now.excellent).toBe('观察得细')
  await page.doing(() => now.toggle())
  expect(now.excellent).toBeNull()
  await page.doing(() => now.toggle())
  expect(now.excellent).toBe('观察得细')
  await page.doing(() => now.forgetReason())
  expect(now.excellent).toBeNull()
  expect(localStorage).toHaveLength(0)
  await page.close()
})

test('a work that is no longer marked as excellent is not so again after a reload', async () => {
  const before = await open()
  await before.doing(() => now.toggle())
  await before.doing(() => now.write('观察得细'))
  await before.doing(() => now.toggle())
  await before.close()
  const page = await open()
  expect(now.excellent).toBeNull()
  await page.close()
})
