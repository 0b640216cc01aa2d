// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { gradesKey, guildsKey, homeKey, missingKey, reviewKey, tasksKey } from './keys.ts'
import { renewStandings } from './standings.ts'

test('staff who change how a student stands see it on every page they open next, and nothing else is read again', async () => {
  let client: QueryClient | undefined
  const Probe = () => {
    const own = useQueryClient()
    useLayoutEffect(() => void (client = own), [own])
    return null
  }
  const page = await openPage(<Probe />)
  const changed = [[...gradesKey, 'grid', {}], homeKey, [...missingKey, 'list', 1], [...reviewKey, 'queue'], tasksKey]
  for (const key of [...changed, guildsKey]) client?.setQueryData(key, {})
  if (client) await renewStandings(client)
  const isStale = (key: readonly unknown[]) => client?.getQueryState(key)?.isInvalidated
  expect(changed.map(isStale)).toEqual(changed.map(() => true))
  expect(isStale(guildsKey)).toBe(false)
  await page.close()
})
