import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { useSearchParams } from 'react-router'
import { NotFound } from '../features/not-found/not-found.tsx'
import { Slips } from '../features/roster/slips.tsx'
import { useTexts } from '../locales/texts.ts'

/** /admin/people/slips?id=: initial passwords on paper. */
export const RosterSlipsPage = () => {
  const { shell } = useTexts()
  const [query] = useSearchParams()
  const id = idInAddress(query.get('id'))
  if (id === undefined) return <NotFound />
  return (
    <>
      <PageHead title={shell.titles.rosterSlips} />
      <Slips id={id} />
    </>
  )
}
