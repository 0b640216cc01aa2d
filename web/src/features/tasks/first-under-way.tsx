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

/** The tasks of the guild, with the sentence why one is there. */
const NoneUnderWay = ({ guild }: { guild: number }) => {
  const { square } = useTexts()
  useEffect(() => void showToast(square.noneUnderWay, 'info'), [square])
  return <Navigate replace to={paths.guild({ id: guild })} />
}

/** Where an address for handing in leads that names no task: to what is under way in the guild, and without any to the guild's tasks. */
export const FirstUnderWay = ({ guild, absent }: { guild: number; absent: ReactNode }) => {
  const { shell, square } = useTexts()
  const { data, error, refetch } = useQuery(doingQuery(guild))
  // What came back is first, then what is due first; what was handed in waits for somebody else.
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
