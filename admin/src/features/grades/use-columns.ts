import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { useMemo, useState } from 'react'
import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'

type Page = Output<typeof gradesAdmin.grid>
type Rows = readonly Page['students']['list'][number][]

const keyOf = (grid: number | 'all'): string => `grade-columns-${grid}`

const kept = (grid: number | 'all'): readonly number[] => {
  const ids = keptOnDevice<unknown>(keyOf(grid))
  return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : []
}

/** The tasks and rows reduced to the visible columns; the hidden columns are stored on the device. */
export const useColumns = (grid: number | 'all', tasks: Page['tasks'], rows: Rows) => {
  const [hidden, setHidden] = useState(() => kept(grid))
  const change = (next: readonly number[]) => {
    setHidden(next)
    keepOnDevice(keyOf(grid), next.length === 0 ? null : next)
  }
  const shown = useMemo(() => {
    // With every column hidden, all of them are shown.
    if (tasks.every(({ id }) => hidden.includes(id))) return { tasks, rows }
    const places = new Map<number, number>()
    tasks.forEach(({ id }, t) => hidden.includes(id) || places.set(t, places.size))
    return {
      tasks: tasks.filter(({ id }) => !hidden.includes(id)),
      rows: rows.map((row) => ({
        ...row,
        cells: row.cells.flatMap((cell) => {
          const t = places.get(cell.t)
          return t === undefined ? [] : [{ ...cell, t }]
        }),
      })),
    }
  }, [tasks, rows, hidden])
  return { ...shown, hidden, change }
}
