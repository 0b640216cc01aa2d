import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { providersKey } from '../../queries/keys.ts'
import { givenOf, type Given, type ProviderSetUp } from './queries.ts'

export type ProviderForm = ReturnType<typeof useProviderForm>

/** The form state of a provider, and the server’s refusal. */
export const useProviderForm = (before: ProviderSetUp | null, fresh: Given, onClose: () => void) => {
  const { providers, shell } = useTexts()
  const client = useQueryClient()
  const { secret: _none, ...begin } = before ? givenOf(before) : fresh
  const kept = usePersistedChanges(`provider:${before?.id ?? fresh.kind}`, begin, {
    version: before?.version,
    restored: shell.restored,
  })
  // The secret is never kept on this device.
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const given: Given = { ...kept.values, version: kept.version, ...(secret !== undefined && { secret }) }
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
      kept.forget()
      onClose()
    } catch (failure) {
      if (failure instanceof CallFailed && failure.reason === 'CONFLICT') kept.goOnFromNewest()
      const field = failure instanceof CallFailed ? failure.data.field : ''
      setProblem({ field: typeof field === 'string' ? field : '', text: failureText(failure) })
    }
    setBusy(false)
  }
  return {
    ...{ given, busy, submit },
    forget: kept.forget,
    set: (changes: Partial<Given>) => {
      // Ignored while saving: later typing would be lost with the dialog.
      if (busy) return
      const { secret: typed, ...open } = changes
      if ('secret' in changes) setSecret(typed)
      kept.set(open)
      if (problem && Object.hasOwn(changes, problem.field)) setProblem(null)
    },
    problemOf: (field: string) => (problem?.field === field ? problem.text : undefined),
    /** A problem that belongs to no visible field. */
    problem: problem && !Object.hasOwn(given, problem.field) && problem.field !== 'secret' ? problem.text : null,
  }
}
