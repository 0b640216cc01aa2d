// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SubmitClosed } from './submit-closed.tsx'

test('a student who need not do a task reads why also where it would have been submitted', async () => {
  for (const part of ['auth', 'inside', 'taskSubmit'] as const) await loadTexts(part)
  const excused = sampleOf(studentTask.detail.output, {
    task: { state: 'excused', channel: 'online' },
    enrolment: { id: 3, excuse_reason: '你在住院，先养好身体。' },
  })
  const page = await openPage(
    <ProfileContext value={aProfile({ id: 1 })}>
      <SubmitClosed data={excused} back="/square/index" />
    </ProfileContext>,
  )
  expect(page.all('p').map(({ textContent }) => textContent)).toEqual([
    '老师让你免做这个任务',
    '你在住院，先养好身体。',
  ])
  await page.close()
})
