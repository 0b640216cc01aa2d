// @vitest-environment happy-dom
import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { draftOf } from './use-draft.ts'
import { endDraft } from './testing/end-draft.ts'
import { emptyWork } from './work.ts'

const written = { user: 31, task: 501, round: 901 }

beforeEach(async () => {
  connect(() => Promise.reject(new Error('no network')))
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
})

test('a student who chooses between two works sees the answers, links and files of each, and where they differ', async () => {
  const question = { id: 'q', label: '哪一个？', options: [{ id: 'o1', text: '二号窗口' }] }
  const mine = {
    ...emptyWork,
    content: '一样的开头。这里写的',
    answers: { q: 'o1' },
    files: [sampleOf(FileCard, { name: '照片.jpg' })],
  }
  const theirs = { ...emptyWork, content: '一样的开头。', links: ['https://school.example/'] }
  const page = await openPage(
    <ConflictDialog
      mine={mine}
      theirs={{ work: theirs, version: 4, at: 1, device: 'phone' }}
      questions={[question]}
      choosing={draftOf(written).choosing}
      onClose={() => undefined}
    />,
  )
  const [own, other] = page.all('[role=group] [role=group]').map(({ textContent }) => textContent)
  for (const words of ['哪一个？', '二号窗口', '一样的开头。这里写的', '照片.jpg']) expect(own).toContain(words)
  expect(other).toContain('https://school.example/')
  expect(page.all('mark')[0]?.textContent).toContain('这里写的')
  expect(page.all('mark')[1]?.textContent).not.toContain('这里写的')
  await page.close()
  await endDraft(written)
})
