import { adminPages } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { Permission } from '@tongchuang/ui/permission.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useKeptQuery } from '@tongchuang/ui/kept-query.ts'
import { Link } from 'react-router'
import { filterOf, orderIn, orderText } from '../features/people/queries.ts'
import type { Choices } from '../features/people/queries.ts'
import { GradeUp } from '../features/people/grade-up.tsx'
import { SaveList } from '../features/people/save-list.tsx'
import { StudentList } from '../features/people/student-list.tsx'
import { useTexts } from '../locales/texts.ts'

const filters = ['all', 'never', 'disabled'] as const
const kept = ['guild'] as const

/** /admin/people: the students the user may see; `?q=`, `?guild=`, `?class=`, `?show=` and `?sort=` in the address. */
export const PeoplePage = () => {
  const { shell, people } = useTexts()
  const { query, change } = useKeptQuery(kept)
  const choices: Choices = {
    keyword: query.get('q') ?? '',
    shown: filters.find((name) => name === query.get('show')) ?? 'all',
    guild: idInAddress(query.get('guild')),
    class_name: query.get('class')?.slice(0, 60) || undefined,
    order: orderIn(query.get('sort')),
  }
  const narrow = (next: Partial<Choices>) =>
    change({
      ...('keyword' in next && { q: next.keyword }),
      ...(next.shown && { show: next.shown === 'all' ? null : next.shown }),
      ...('guild' in next && { guild: next.guild ? String(next.guild) : null }),
      ...('class_name' in next && { class: next.class_name ?? null }),
      ...(next.order && { sort: orderText(next.order) === 'login' ? null : orderText(next.order) }),
    })
  return (
    <>
      <PageHead title={shell.titles.people}>
        <Permission roles={['admin']}>
          <GradeUp />
        </Permission>
        <SaveList wanted={filterOf(choices)} label={people.saveList} />
        <Link className={buttonClass('primary')} to={adminPages.rosterImport}>
          {shell.titles.rosterImport}
        </Link>
      </PageHead>
      <StudentList choices={choices} onChange={narrow} />
    </>
  )
}
