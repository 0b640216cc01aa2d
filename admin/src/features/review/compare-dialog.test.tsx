// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CompareDialog } from './compare-dialog.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a reviewer who compares two versions of answers sees which of them changed', async () => {
  const questions = [{ id: 'poet', label: '作者是谁', kind: 'blank' as const, required: false, points: 5 }]
  const poets = new Map([
    [5, '杜甫'],
    [6, '李白'],
  ])
  const versions = [...poets.keys()].toReversed().map((submit_id) => ({ submit_id, version: submit_id - 4 }))
  const workOf = (submit_id: number) =>
    sampleOf(reviewToolsAdmin.work.output, {
      ...{ submit_id, questions, versions, content_html: '', files: [] },
      answers: { poet: poets.get(submit_id) ?? '' },
    })
  connect(async ({ input }) => ({
    code: 1,
    msg: 'ok',
    time: 0,
    data: workOf(Number((input as { submit_id: number }).submit_id)),
  }))
  const shown = await openPage(<CompareDialog work={workOf(6)} onClose={() => undefined} />)
  await shown.doing(() => expect.poll(() => shown.all('del, ins').length).toBeGreaterThan(0))
  expect(shown.all('del, ins').map(({ textContent }) => textContent)).toEqual(['杜甫', '李白'])
})
