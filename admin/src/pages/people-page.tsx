import { adminPages } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useKeptQuery } from '@tongchuang/ui/kept-query.ts'
import { Link } from 'react-router'
import { filterOf } from '../features/people/queries.ts'
import { SaveList } from '../features/people/save-list.tsx'
import { StudentList } from '../features/people/student-list.tsx'
import { useTexts } from '../locales/texts.ts'

const filters = ['all', 'never', 'disabled'] as const
const kept = ['guild'] as const

/** /admin/people: the students one may see, `?q=`, `?guild=` and `?show=` in the address. */
export const PeoplePage = () => {
  const { shell } = useTexts()
  const { query, change } = useKeptQuery(kept)
  const filter = filters.find((name) => name === query.get('show')) ?? 'all'
  const keyword = query.get('q') ?? ''
  const guild = idInAddress(query.get('guild'))
  return (
    <>
      <PageHead title={shell.titles.people}>
        <SaveList filter={filterOf(keyword, filter, guild)} />
        <Link className={buttonClass('primary')} to={adminPages.rosterImport}>
          {shell.titles.rosterImport}
        </Link>
      </PageHead>
      <StudentList
        keyword={keyword}
        filter={filter}
        guild={guild}
        onChange={({ keyword: q, filter: show, guild: chosen }) =>
          change({
            ...(q !== undefined && { q }),
            ...(show !== undefined && { show: show === 'all' ? null : show }),
            ...(chosen !== undefined && { guild: chosen }),
          })
        }
      />
    </>
  )
}
