import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import type { SchoolSettings, SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { settingsKey } from '../../queries/keys.ts'

export type SettingsRead = Output<typeof settingsAdmin.read>
/** What one group has typed and not saved, on this device: with what was seen when it was begun. */
type KeptGroup = {
  typed: Partial<SchoolSettings>
  settings: Partial<SchoolSettings>
  versions: Partial<SettingsRead['versions']>
}
type Conflicting = { key: SettingKey; theirs: unknown; versions: SettingsRead['versions'] }

const conflictIn = ({ data }: CallFailed): Conflicting => ({
  key: data.key as SettingKey,
  theirs: data.theirs,
  versions: data.versions as SettingsRead['versions'],
})

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What is typed and not saved; it stays on this device for whoever typed it, with what it was begun on. */
const useTyped = (keys: readonly SettingKey[], read: SettingsRead) => {
  const storageKey = `kept:${useMe().id}:settings:${keys.join(',')}`
  const [left] = useState(() => keptOnDevice<KeptGroup>(storageKey))
  // What was seen when the first letter was typed: a renewal behind the page must not move it.
  const [seen, setSeen] = useState<SettingsRead | null>(
    left && {
      ...read,
      settings: { ...read.settings, ...left.settings },
      versions: { ...read.versions, ...left.versions },
    },
  )
  const [typed, setTyped] = useState<Partial<SchoolSettings>>(left?.typed ?? {})

  useEffect(() => {
    const part = <Of extends object>(of: Of): Partial<Of> =>
      Object.fromEntries(Object.entries(of).filter(([key]) => keys.some((one) => one === key))) as Partial<Of>
    const isNothing = seen === null || Object.keys(typed).length === 0
    keepOnDevice(storageKey, isNothing ? null : { typed, settings: part(seen.settings), versions: part(seen.versions) })
  }, [storageKey, keys, typed, seen])

  return { typed, setTyped, seen, setSeen }
}

/** What is typed into one group of settings, and its saving over what another administrator may have changed meanwhile. */
export const useSettingsGroup = (keys: readonly SettingKey[], read: SettingsRead) => {
  const { settings: texts } = useTexts()
  const client = useQueryClient()
  const { refetch: reloadSite } = useSiteRead()
  const { typed, setTyped, seen, setSeen } = useTyped(keys, read)
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [conflict, setConflict] = useState<Conflicting | null>(null)
  /** Asked for where the server wants one. */
  const [reason, setReason] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const from = seen ?? read
  const changed = keys.filter((key) => key in typed && !same(typed[key], from.settings[key]))

  const change = (key: SettingKey, value: unknown) => {
    setSeen(from)
    // A school for minors begins with places that are their students' own.
    const along = key === 'school_kind' && value === 'minors' ? { ranking_list: 'own', ranking_values: false } : {}
    setTyped({ ...typed, ...along, [key]: value } as Partial<SchoolSettings>)
    setProblem(null)
  }
  const begin = () => {
    setSeen(null)
    setTyped({})
    setConflict(null)
    setReason(null)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || changed.length === 0) return
    setBusy(true)
    setProblem(null)
    try {
      const settings = Object.fromEntries(changed.map((key) => [key, typed[key]]))
      const versions = Object.fromEntries(changed.map((key) => [key, from.versions[key]]))
      await sendQuietly(settingsAdmin.change, { settings, versions, ...(reason && { reason }) })
      showToast(texts.saved, 'success')
      void reloadSite()
      await client.invalidateQueries({ queryKey: settingsKey })
      begin()
    } catch (failure) {
      if (failure instanceof CallFailed && failure.reason === 'CONFLICT') setConflict(conflictIn(failure))
      else {
        const field = failure instanceof CallFailed ? String(failure.data.field ?? '') : ''
        if (field === 'reason') setReason(reason ?? '')
        setProblem({ field: field.replace(/^settings\./, ''), text: failureText(failure) })
      }
    }
    setBusy(false)
  }

  /** What another administrator saved in one setting is what it starts from now; nothing was seen of the others. */
  const startFromTheirs = ({ key, theirs, versions }: Conflicting) => {
    setSeen({
      ...from,
      settings: { ...from.settings, [key]: theirs } as SchoolSettings,
      versions: { ...from.versions, [key]: versions[key] },
    })
    setConflict(null)
  }
  const takeTheirs = () => {
    if (!conflict) return
    const { [conflict.key]: _, ...rest } = typed
    setTyped(rest)
    startFromTheirs(conflict)
    void client.invalidateQueries({ queryKey: settingsKey })
  }
  const keepYours = () => conflict && startFromTheirs(conflict)

  return {
    typed,
    from,
    changed,
    problem,
    busy,
    reason,
    setReason,
    conflict,
    change,
    begin,
    save,
    takeTheirs,
    keepYours,
    putOff: () => setConflict(null),
  }
}
