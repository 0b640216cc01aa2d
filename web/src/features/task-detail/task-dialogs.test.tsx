// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { OpenDialog } from './open-dialog.tsx'
import type { TaskDialog } from './open-dialog-state.ts'

beforeAll(async () => {
  for (const part of ['inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})

const page = sampleOf(studentTask.detail.output, {
  task: { id: 7, state: 'submitted', type: 'side' },
  versions: [{ id: 5, version: 1, status: 'sealed' }],
  feedback: [],
})

const Page = () => {
  const [shown, show] = useState<TaskDialog | null>(null)
  return (
    <ProfileContext value={aProfile({ id: 1 })}>
      <button onClick={() => show({ kind: 'withdraw' })}>one</button>
      <button onClick={() => show({ kind: 'extend' })}>other</button>
      {shown && <OpenDialog page={page} shown={shown} open={show} onClose={() => show(null)} />}
    </ProfileContext>
  )
}

test('an answer that comes late closes its own dialog, not the one a student has opened meanwhile', async () => {
  let answer = Promise.withResolvers<unknown>()
  connect(() => answer.promise as Promise<never>)
  const { all, doing, named } = await openPage(<Page />)
  const press = (name: string) => doing(() => named('button', name).click())
  const pressLast = () => doing(() => all('dialog button').at(-1)?.click())

  await press('one')
  await pressLast()
  await press('先不撤回')
  await press('other')
  await doing(() => answer.resolve({ code: 1, msg: '', time: 0, data: {} }))
  expect(all('dialog textarea')).toHaveLength(1)

  answer = Promise.withResolvers()
  await press('one')
  await pressLast()
  await doing(() => answer.resolve({ code: 1, msg: '', time: 0, data: {} }))
  expect(all('dialog')).toEqual([])
})
