import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { SearchForm } from '../features/search/search-form.tsx'
import { SearchResults } from '../features/search/search-results.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './search-page.module.css'

const kinds = ['task', 'work', 'person'] as const

/** Tasks, works and people by words; the words are in the address. */
export const SearchPage = () => {
  const { search } = useTexts()
  const { query, change } = useAddressQuery()
  const q = (query.get('q') ?? '').trim().slice(0, 60)
  const kind = kinds.find((kind) => kind === query.get('kind')) ?? null
  usePageTitle(titleWith(q ? search.titleOf(q) : search.title, [kind !== null && search.kinds[kind]]))
  return (
    <div className={styles.page}>
      <h1>{search.title}</h1>
      <SearchForm value={q} onChange={(q) => change({ q })} />
      {q && (
        <Chips
          label={search.filter}
          value={kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'all' ? null : value })}
          items={[
            { value: 'all' as const, label: search.everything },
            ...kinds.map((value) => ({ value, label: search.kinds[value] })),
          ]}
        />
      )}
      <SearchResults q={q} kind={kind} onClear={() => change(kind ? { kind: null } : { q: null })} />
    </div>
  )
}
