// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../locales/texts.ts'
import { LecturePage } from './lecture-page.tsx'
import { MissingPage } from './missing-page.tsx'
import { ReviewSetPage } from './review-set-page.tsx'
import { RosterSlipsPage } from './roster-slips-page.tsx'
import { StatisticsPage } from './statistics-page.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() =>
  connect(async ({ path }) =>
    path.endsWith('/summary')
      ? { code: 1, msg: '', time: 0, data: { tasks: [], guilds: [] } }
      : { code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } },
  ),
)

test.each<[at: string, page: ReactNode]>([
  ['/tasks/statistics?task=99', <StatisticsPage key="task" />],
  ['/tasks/statistics?set=99', <StatisticsPage key="set" />],
  ['/tasks/lecture?task=99', <LecturePage key="lecture" />],
  ['/tasks/missing?task=99', <MissingPage key="missing" />],
  ['/review/set?set=99', <ReviewSetPage key="summary" />],
  ['/people/slips', <RosterSlipsPage key="slips" />],
])(
  'a teacher who follows an old link to %s reads that nothing is there, not that it could not be read',
  async (at, shown) => {
    const page = await openPage(shown, at)
    await page.doing(() => expect.poll(() => page.all('h1').map((one) => one.textContent)).toEqual(['页面不存在']))
    expect(page.all('[role="alert"]')).toEqual([])
    await page.close()
  },
)
