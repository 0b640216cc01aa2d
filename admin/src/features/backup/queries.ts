import type { Output } from '@tongchuang/contract/call.ts'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { backupsKey } from '../../queries/keys.ts'

export type BackupRun = Output<typeof backupAdmin.list>['list'][number]

const isOpen = ({ state }: BackupRun) => state === 'waiting' || state === 'running'

/** The latest backups; requested again every second while one is waiting or running. */
export const backupsQuery = queryOptions({
  queryKey: backupsKey,
  queryFn: () => sendQuietly(backupAdmin.list),
  refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? 1_000 : false),
})

const useChange = <V, R>(work: (input: V) => Promise<R>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
}

export const useMakeBackup = () => useChange(() => send(backupAdmin.make))
export const useRemoveBackup = () => useChange((id: number) => send(backupAdmin.remove, { id }))

/** Downloads the file of a backup; its address is valid for a minute, once. */
export const useLoadBackup = () =>
  useMutation({
    mutationFn: (id: number) => send(backupAdmin.link, { id }),
    onSuccess: ({ url, name }) => Object.assign(document.createElement('a'), { href: url, download: name }).click(),
  })
