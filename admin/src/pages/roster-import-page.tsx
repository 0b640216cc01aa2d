import { adminPages } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { usePermitted } from '@tongchuang/ui/permission.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CheckedList } from '../features/roster/checked-list.tsx'
import { ChooseList } from '../features/roster/choose-list.tsx'
import { EarlierImports } from '../features/roster/earlier-imports.tsx'
import { MatchColumns } from '../features/roster/match-columns.tsx'
import { Outcome, UnderWay, Undone } from '../features/roster/outcome.tsx'
import { importQuery } from '../features/roster/queries.ts'
import { Steps } from '../features/roster/steps.tsx'
import { useTexts } from '../locales/texts.ts'

const stepOf = {
  read: 'columns',
  checked: 'check',
  applying: 'import',
  applied: 'slips',
  undoing: 'import',
  undone: 'import',
} as const

/** /admin/people/import: importing a list of students in five steps; `?id=` continues an import. */
export const RosterImportPage = () => {
  const { shell } = useTexts()
  const isAdmin = usePermitted(['admin'])
  const [query, setQuery] = useSearchParams()
  const id = idInAddress(query.get('id')) ?? 0
  return (
    <>
      <PageHead title={shell.titles.rosterImport} />
      {id > 0 ? (
        <OneImport key={id} id={id} />
      ) : (
        <>
          <Steps at="file" />
          <ChooseList
            guildId={idInAddress(query.get('guild')) ?? 0}
            mayLeaveOut={isAdmin}
            onRead={(one) => setQuery({ id: String(one.id) })}
          />
          <EarlierImports />
        </>
      )}
    </>
  )
}

const OneImport = ({ id }: { id: number }) => {
  const { shell } = useTexts()
  const one = useQuery(importQuery(id))
  const [matches, setMatches] = useState(false)
  if (isNotFound(one.error))
    return (
      <EmptyState
        title={shell.titles.notFound}
        action={
          <Link className={buttonClass('primary')} to={adminPages.rosterImport}>
            {shell.titles.rosterImport}
          </Link>
        }
      >
        {shell.notFound.text}
      </EmptyState>
    )
  // An import that was already read stays visible, with everything chosen and typed.
  if (one.error && !one.data) return <RegionError error={one.error} onRetry={() => void one.refetch()} />
  if (!one.data) return <SkeletonList count={4} height={48} />
  const { data } = one
  const step = matches ? 'columns' : stepOf[data.state]
  return (
    <>
      <Steps at={step} />
      {step === 'columns' && <MatchColumns one={data} onChecked={() => setMatches(false)} />}
      {step === 'check' && <CheckedList one={data} onBack={() => setMatches(true)} />}
      {(data.state === 'applying' || data.state === 'undoing') && <UnderWay one={data} />}
      {data.state === 'applied' && <Outcome one={data} />}
      {data.state === 'undone' && <Undone one={data} />}
    </>
  )
}
