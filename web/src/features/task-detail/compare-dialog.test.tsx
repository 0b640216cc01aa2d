// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CompareDialog } from './compare-dialog.tsx'

beforeAll(async () => {
  for (const part of ['inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})

test('a student who compares two versions of their answers sees which of them changed', async () => {
  const sent = [
    { id: 5, answers: { poet: '杜甫', why: '不会', opens: 'true' } },
    { id: 6, answers: { poet: '李白', why: '不会', opens: 'true' } },
  ]
  connect(async ({ input }) => {
    const version = sampleOf(studentTask.submission.output, {
      ...{ content_html: '', files: [], links: [], mine: true },
      ...sent.find(({ id }) => id === input.id),
    })
    return { code: 1, msg: 'ok', time: 0, data: version }
  })
  const question = { required: false, points: 5 }
  const page = sampleOf(studentTask.detail.output, {
    task: {
      questions: [
        { id: 'poet', label: '作者是谁', kind: 'blank', ...question },
        { id: 'why', label: '为什么', kind: 'text', ...question },
        { id: 'opens', label: '开口向下', kind: 'truefalse', ...question },
      ],
    },
    versions: [6, 5].map((id, at) => ({
      id,
      version: 2 - at,
      status: 'released' as const,
      submitted_at: '2026-10-12T01:00:00.000Z',
    })),
  })
  const shown = await openPage(<CompareDialog page={page} onClose={() => undefined} />)
  await shown.doing(() => expect.poll(() => shown.all('del, ins').length).toBeGreaterThan(0))
  expect(shown.all('del').map(({ textContent }) => textContent)).toEqual(['杜甫'])
  expect(shown.all('ins').map(({ textContent }) => textContent)).toEqual(['李白'])
  expect(shown.named('output', '2处不同')).toBeDefined()
})
