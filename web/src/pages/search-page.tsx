import { Chips } from '@tongchuang/ui/chips.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { useSearchParams } from 'react-router'
import type { Kind } from '../features/search/queries.ts'
import { SearchForm } from '../features/search/search-form.tsx'
import { SearchResults } from '../features/search/search-results.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './search-page.module.css'

const kinds = ['task', 'work', 'person'] as const

/** Tasks, works and people by words; the words are in the address. */
export const SearchPage = () => {
  const { search } = useTexts()
  const [params, setParams] = useSearchParams()
  const q = (params.get('q') ?? '').trim().slice(0, 60)
  const kind = kinds.find((kind) => kind === params.get('kind')) ?? null
  usePageTitle(q ? search.titleOf(q) : search.title)
  const go = (next: { q: string; kind: Kind | null }) =>
    setParams({ ...(next.q && { q: next.q }), ...(next.kind && { kind: next.kind }) }, { replace: true, preventScrollReset: true })
  return (
    <div className={styles.page}>
      <h1>{search.title}</h1>
      <SearchForm value={q} onChange={(next) => go({ q: next, kind })} />
      {q && (
        <Chips
          label={search.filter}
          value={kind ?? 'all'}
          onChange={(value) => go({ q, kind: value === 'all' ? null : value })}
          items={[{ value: 'all' as const, label: search.everything }, ...kinds.map((value) => ({ value, label: search.kinds[value] }))]}
        />
      )}
      <SearchResults q={q} kind={kind} />
    </div>
  )
}
