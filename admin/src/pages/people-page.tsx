import { adminPages } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { Link } from 'react-router'
import { filterOf } from '../features/people/queries.ts'
import { SaveList } from '../features/people/save-list.tsx'
import { StudentList } from '../features/people/student-list.tsx'
import { useTexts } from '../locales/texts.ts'

const filters = ['all', 'never', 'disabled'] as const

/** /admin/people: the students one may see, `?q=` and `?show=` in the address. */
export const PeoplePage = () => {
  const { shell } = useTexts()
  const { query, change } = useAddressQuery()
  const filter = filters.find((name) => name === query.get('show')) ?? 'all'
  const keyword = query.get('q') ?? ''
  return (
    <>
      <PageHead title={shell.titles.people}>
        <SaveList filter={filterOf(keyword, filter)} />
        <Link className={buttonClass('primary')} to={adminPages.rosterImport}>
          {shell.titles.rosterImport}
        </Link>
      </PageHead>
      <StudentList
        keyword={keyword}
        filter={filter}
        onChange={(next) =>
          change('keyword' in next ? { q: next.keyword } : { show: next.filter === 'all' ? null : next.filter })
        }
      />
    </>
  )
}
