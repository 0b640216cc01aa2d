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
import { useEffect, useRef, useState } from 'react'
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
  const [typed, showTyped] = useState<Partial<SchoolSettings>>(left?.typed ?? {})
  const latest = useRef(typed)
  const setTyped = (next: Partial<SchoolSettings>) => {
    latest.current = next
    showTyped(next)
  }

  useEffect(() => {
    const part = <Of extends object>(of: Of): Partial<Of> =>
      Object.fromEntries(Object.entries(of).filter(([key]) => keys.some((one) => one === key))) as Partial<Of>
    const isNothing = seen === null || Object.keys(typed).length === 0
    keepOnDevice(storageKey, isNothing ? null : { typed, settings: part(seen.settings), versions: part(seen.versions) })
  }, [storageKey, keys, typed, seen])

  const from = seen ?? read
  const clear = () => {
    setSeen(null)
    setTyped({})
  }
  /** What is saved of some settings is what they start from; what was seen of the others stays. */
  const startFrom = (settings: Partial<SchoolSettings>, versions: Partial<SettingsRead['versions']>) => {
    const ofThem = Object.fromEntries(Object.entries(versions).filter(([key]) => key in settings))
    setSeen({ ...from, settings: { ...from.settings, ...settings }, versions: { ...from.versions, ...ofThem } })
  }
  return {
    ...{ typed, from, clear, startFrom },
    type: (next: Partial<SchoolSettings>) => {
      setSeen(from)
      setTyped({ ...latest.current, ...next })
    },
    /** Without what was typed of one setting. */
    drop: (key: SettingKey) => {
      const { [key]: _, ...rest } = latest.current
      setTyped(rest)
    },
    /** What was sent is what this group starts from now; what was typed while it was under way stays. */
    goOn: (sent: Partial<SchoolSettings>, versions: SettingsRead['versions']) => {
      const meanwhile = Object.entries(latest.current).filter(([key, value]) => !same(value, typed[key as SettingKey]))
      if (meanwhile.length === 0) return clear()
      setTyped(Object.fromEntries(meanwhile))
      startFrom(sent, versions)
    },
  }
}

/** What is typed into one group of settings, and its saving over what another administrator may have changed meanwhile. */
export const useSettingsGroup = (keys: readonly SettingKey[], read: SettingsRead) => {
  const { settings: texts } = useTexts()
  const client = useQueryClient()
  const { refetch: reloadSite } = useSiteRead()
  const { typed, from, type, drop, clear, startFrom, goOn } = useTyped(keys, read)
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [conflict, setConflict] = useState<Conflicting | null>(null)
  /** Asked for where the server wants one. */
  const [reason, setReason] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const changed = keys.filter((key) => key in typed && !same(typed[key], from.settings[key]))

  const change = (key: SettingKey, value: unknown) => {
    // A school for minors begins with places that are their students' own.
    const along = key === 'school_kind' && value === 'minors' ? { ranking_list: 'own', ranking_values: false } : {}
    type({ ...along, [key]: value } as Partial<SchoolSettings>)
    setProblem(null)
  }
  const begin = () => {
    clear()
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
      const saved = await sendQuietly(settingsAdmin.change, { settings, versions, ...(reason && { reason }) })
      showToast(texts.saved, 'success')
      void reloadSite()
      await client.invalidateQueries({ queryKey: settingsKey })
      goOn(settings, saved.versions)
      setReason(null)
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
    startFrom({ [key]: theirs }, versions)
    setConflict(null)
  }
  const takeTheirs = () => {
    if (!conflict) return
    drop(conflict.key)
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
