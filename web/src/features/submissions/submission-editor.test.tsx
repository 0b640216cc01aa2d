// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SubmissionEditor } from './submission-editor.tsx'
import { endDraft } from './testing/end-draft.ts'
import { emptyWork } from './work.ts'

const task = {
  id: 500,
  title: '读书笔记',
  type: 'main',
  state: 'doing',
  guild_id: 1,
  guild_name: '一班',
  needs_text: false,
  min_files: 0,
  statement_required: false,
  questions: [],
  due_at: null,
  close_at: null,
  last_at: null,
  submit_drafts: false,
  late_rule: 'mark',
  attempts_left: null,
} as const
const data = sampleOf(studentTask.detail.output, { task, draft: null, feedback: [], versions: [] })
const theirs = {
  ...{ title: '', content: '手机上写的', files: [], links: [], answers: {}, statement: false, share: 'guild' },
  ...{ draft_version: 4, saved_at: '2026-10-12T01:00:00.000Z', device: 'phone' },
}

let handedIn = 0

beforeEach(async () => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit'), import('./conflict-dialog.tsx')])
  studentSession.begin('token')
  handedIn = 0
  connect(async ({ input }) => {
    if (!input.draft) handedIn += 1
    return { code: 0, msg: '别处改过', time: 0, data: { reason: 'CONFLICT', theirs } }
  })
})
afterEach(async () => {
  for (const user of [3, 4]) await endDraft({ user, task: 500, round: data.enrolment?.id ?? 0 })
  studentSession.end()
})

test('a student who put off choosing between two texts is asked again by the words about it, and on handing in', async () => {
  const page = await openPage(
    <SubmissionEditor
      user={3}
      data={data}
      asOf={1}
      start={emptyWork}
      after={null}
      back="/"
      onReceived={() => undefined}
    />,
  )
  const dialog = () => page.all('dialog')
  const putOff = async () => {
    await vi.waitFor(() => expect(dialog()).toHaveLength(1), 5000)
    await page.doing(() => page.named('dialog button', '先接着写').click())
    expect(dialog()).toHaveLength(0)
  }
  await page.doing(() => {
    const title = page.named('input', '作品标题')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(title, '电脑上写的')
    title.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => dispatchEvent(new Event('online')))
  await putOff()
  await page.doing(() => page.named('button', '草稿有冲突，请选择版本').click())
  await putOff()
  // The conflict is resolved before anything is submitted.
  await page.doing(() => page.named('button', '提交第1版').click())
  await putOff()
  expect(handedIn).toBe(0)
  await page.close()
})

test('a student who presses the keys that send in a dialog above the page hands nothing in', async () => {
  const files = [{ id: 8, name: '照片.zip', size: 9, kind: 'archive' as const, url: '/8' }]
  const draft = { draft_version: 4, content: '手机上写的', files, share: 'guild' as const }
  const drafted = sampleOf(studentTask.detail.output, { task, draft, feedback: [], versions: [] })
  const page = await openPage(
    <SubmissionEditor
      user={4}
      data={drafted}
      asOf={1}
      start={emptyWork}
      after={null}
      back="/"
      onReceived={() => undefined}
    />,
  )
  const until = (look: () => void) =>
    vi.waitFor(async () => {
      await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
      look()
    }, 5000)
  await until(() => page.named('button', '照片.zip'))
  await page.doing(() => page.named('li button', '照片.zip').click())
  await until(() => expect(page.all('dialog')).toHaveLength(1))
  await page.press('Enter', { ctrlKey: true })
  expect(handedIn).toBe(0)
  await page.doing(() => page.named('dialog button', '关闭').click())
  await page.doing(() => page.named('input', '作品标题').focus())
  await page.press('Enter', { ctrlKey: true })
  await until(() => expect(handedIn).toBe(1))
  await page.close()
})
