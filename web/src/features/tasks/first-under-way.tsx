import { isNotFound } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { doingQuery } from './queries.ts'

/** Redirects to the tasks of the guild, with a message that explains why. */
const NoneUnderWay = ({ guild }: { guild: number }) => {
  const { square } = useTexts()
  useEffect(() => void showToast(square.noneUnderWay, 'info'), [square])
  return <Navigate replace to={paths.guild({ id: guild })} />
}

/**
 * Resolves an address for handing in that names no task: leads to a task under way in the guild or, if there is none,
 * to the guild's tasks.
 */
export const FirstUnderWay = ({ guild, absent }: { guild: number; absent: ReactNode }) => {
  const { shell, square } = useTexts()
  const { data, error, refetch } = useQuery(doingQuery(guild))
  // Returned tasks come first, then by deadline; a submitted task waits for its reviewer.
  const task = data?.find(({ state }) => state === 'returned' || state === 'doing') ?? data?.[0]
  if (isNotFound(error)) return absent
  if (task) return <Navigate replace to={paths.submit({ guild, task: task.id })} />
  if (data) return <NoneUnderWay guild={guild} />
  return (
    <>
      <h1 className="vh">{shell.titles.submit}</h1>
      {error ? (
        <RegionError what={square.tasksFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={560} />
      )}
    </>
  )
}
