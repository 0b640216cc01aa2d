import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { providersKey } from '../../queries/keys.ts'
import { givenOf, type Given, type ProviderSetUp } from './queries.ts'

export type ProviderForm = ReturnType<typeof useProviderForm>

/** A provider as it is typed, and what the server says to it. */
export const useProviderForm = (before: ProviderSetUp | null, fresh: Given, onClose: () => void) => {
  const { providers } = useTexts()
  const client = useQueryClient()
  const [given, setGiven] = useState<Given>(() => (before ? givenOf(before) : fresh))
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await sendQuietly(calls.save, {
        ...given,
        accepted_acr: given.accepted_acr.map((value) => value.trim()).filter((value) => value !== ''),
      })
      await client.invalidateQueries({ queryKey: providersKey })
      showToast(providers.saved, 'success')
      onClose()
    } catch (failure) {
      const field = failure instanceof CallFailed ? failure.data.field : ''
      setProblem({ field: typeof field === 'string' ? field : '', text: failureText(failure) })
    }
    setBusy(false)
  }
  return {
    ...{ given, busy, submit },
    set: (changes: Partial<Given>) => {
      setGiven((now) => ({ ...now, ...changes }))
      if (problem && Object.hasOwn(changes, problem.field)) setProblem(null)
    },
    problemOf: (field: string) => (problem?.field === field ? problem.text : undefined),
    /** What belongs to no field that is shown. */
    problem: problem && !Object.hasOwn(given, problem.field) && problem.field !== 'secret' ? problem.text : null,
  }
}
