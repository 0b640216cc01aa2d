// @vitest-environment happy-dom
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { freshRobot } from './robot-queries.ts'
import { useRobotForm, type RobotForm } from './use-robot-form.ts'

let robot: RobotForm
const Form = () => {
  const now = useRobotForm({
    guild_id: 4,
    before: null,
    fresh: freshRobot('wecom', '', 'zh-CN'),
    onClose: () => undefined,
  })
  useLayoutEffect(() => void (robot = now))
  return null
}
const open = () =>
  openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Form />
    </MeContext>,
  )

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => localStorage.clear())

test('a robot that is half set up is there after Esc or a reload; its address and secret are never left on the device', async () => {
  const before = await open()
  await before.doing(() => robot.set({ name: '高一（3）班' }))
  await before.doing(() => robot.set({ secret_address: 'https://qyapi.weixin.qq.com/key=geheim' }))
  await before.doing(() => robot.set({ secret: 'SECgeheim' }))
  await before.doing(() => robot.set({ titles: true }))
  expect(robot.given).toMatchObject({
    ...{ name: '高一（3）班', titles: true, secret: 'SECgeheim' },
    secret_address: 'https://qyapi.weixin.qq.com/key=geheim',
  })
  expect(JSON.stringify({ ...localStorage })).not.toContain('geheim')
  await before.close()
  const page = await open()
  expect(robot.given).toMatchObject({ name: '高一（3）班', titles: true })
  expect(robot.given.secret_address).toBeUndefined()
  await page.doing(() => robot.forget())
  expect(localStorage).toHaveLength(0)
  await page.close()
})

test('a robot that is being saved takes no letter that would go with its dialog, and takes them again if it is refused', async () => {
  let refuse: () => void = () => undefined
  connect(async () => {
    await new Promise<void>((resolve) => (refuse = resolve))
    return { code: 40000, msg: '名字已经有了', time: 0, data: { reason: 'INVALID', field: 'name' } }
  })
  const page = await open()
  await page.doing(() => robot.set({ name: '高一' }))
  await page.doing(() => robot.submit({ preventDefault: () => undefined }))
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(robot.saving).toBe(true)
  await page.doing(() => robot.set({ name: '高一（3）班' }))
  expect(robot.given.name).toBe('高一')
  await page.doing(async () => {
    refuse()
    await new Promise((resolve) => setTimeout(resolve))
  })
  await page.doing(() => robot.set({ name: '高一（3）班' }))
  expect(robot.given.name).toBe('高一（3）班')
  await page.close()
})
