import type { Input, Output } from '@tongchuang/contract/call.ts'
import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { gradesKey, homeKey, reviewKey } from '../../queries/keys.ts'

export type EnteredImport = Output<typeof enteredImportsAdmin.get>
export type ImportRow = Output<typeof enteredImportsAdmin.rows>['list'][number]
export type Status = ImportRow['status']

const importKey = [...gradesKey, 'import'] as const
const rowsKey = (id: number) => [...importKey, 'rows', id] as const

/** One import of results. */
export const importQuery = (id: number) =>
  queryOptions({ queryKey: [...importKey, 'one', id], queryFn: () => sendQuietly(enteredImportsAdmin.get, { id }) })

/** The rows of a checked import in one status, some at a time. */
export const rowsQuery = (id: number, status: Status) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(id), status],
    queryFn: ({ pageParam }) =>
      sendQuietly(enteredImportsAdmin.rows, { id, status, limit: 50, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** A mutation for one step; the server returns the updated import. */
const useStep = <V>(work: (input: V) => Promise<EnteredImport>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (one) => {
      client.setQueryData(importQuery(one.id).queryKey, one)
      void client.invalidateQueries({ queryKey: rowsKey(one.id) })
    },
  })
}

export const useReadTable = () =>
  useStep((input: Input<typeof enteredImportsAdmin.read>) => sendQuietly(enteredImportsAdmin.read, input))
export const useCheckTable = () =>
  useStep((input: Input<typeof enteredImportsAdmin.check>) => send(enteredImportsAdmin.check, input))
export const useMendRow = () =>
  useStep((input: Input<typeof enteredImportsAdmin.mend>) => send(enteredImportsAdmin.mend, input))

/** A mutation for applying or undoing an import, which also changes the grid. */
const useWriting = (work: (id: number) => Promise<EnteredImport>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: async (one) => {
      client.setQueryData(importQuery(one.id).queryKey, one)
      await Promise.all([gradesKey, reviewKey, homeKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export const useApply = () => useWriting((id) => send(enteredImportsAdmin.apply, { id }))
export const useUndo = () => useWriting((id) => send(enteredImportsAdmin.undo, { id }))

/** Downloads a table to fill in. */
export const useTemplate = () =>
  useMutation({
    mutationFn: (input: Input<typeof gradesAdmin.exportTemplate>) => send(gradesAdmin.exportTemplate, input),
    onSuccess: ({ url }) => Object.assign(document.createElement('a'), { href: url, download: '' }).click(),
  })
