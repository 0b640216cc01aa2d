import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import { GradeBoard } from '../features/grades/grade-board.tsx'

// Loaded on demand: few users import a table.
const ImportBoard = lazyPart(() =>
  import('../features/entered-import/import-board.tsx').then((module) => module.ImportBoard),
)

/** /admin/grades: the grade grid, and with `enter` the import of a table of results. */
export const GradesPage = () => {
  const { query } = useAddressQuery()
  const task_id = idInAddress(query.get('enter') ?? undefined)
  const guild_id = idInAddress(query.get('guild') ?? undefined)
  if (!task_id || !guild_id) return <GradeBoard />
  return (
    <Suspense>
      <ImportBoard guild_id={guild_id} task_id={task_id} />
    </Suspense>
  )
}
