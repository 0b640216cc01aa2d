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
import { partOf } from '@tongchuang/contract/records.ts'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { settingsKey } from '../../queries/keys.ts'

export type SettingsRead = Output<typeof settingsAdmin.read>
/** The unsaved changes of a group on this device, with the values and versions they are based on. */
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

/** The unsaved changes; kept on this device for their author, with what they are based on. */
const useTyped = (keys: readonly SettingKey[], read: SettingsRead) => {
  const storageKey = `kept:${useMe().id}:settings:${keys.join(',')}`
  const [left] = useState(() => keptOnDevice<KeptGroup>(storageKey))
  // The values seen when typing began: a reload in the background must not replace them.
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
    const part = <Of extends object>(of: Of): Partial<Of> => partOf(of, (key) => keys.some((one) => one === key))
    const isNothing = seen === null || Object.keys(typed).length === 0
    keepOnDevice(storageKey, isNothing ? null : { typed, settings: part(seen.settings), versions: part(seen.versions) })
  }, [storageKey, keys, typed, seen])

  const from = seen ?? read
  const clear = () => {
    setSeen(null)
    setTyped({})
  }
  /** Bases some settings on newly saved values; the others keep what was seen. */
  const startFrom = (settings: Partial<SchoolSettings>, versions: Partial<SettingsRead['versions']>) => {
    const ofThem = partOf(versions, (key) => key in settings)
    setSeen({ ...from, settings: { ...from.settings, ...settings }, versions: { ...from.versions, ...ofThem } })
  }
  return {
    ...{ typed, from, clear, startFrom },
    type: (next: Partial<SchoolSettings>) => {
      setSeen(from)
      setTyped({ ...latest.current, ...next })
    },
    /** Discards what was typed for one setting. */
    drop: (key: SettingKey) => {
      const { [key]: _, ...rest } = latest.current
      setTyped(rest)
    },
    /** After a save, the group is based on what was sent; later typing stays. */
    goOn: (sent: Partial<SchoolSettings>, versions: SettingsRead['versions']) => {
      const meanwhile = partOf(latest.current, (key, value) => !same(value, typed[key]))
      if (Object.keys(meanwhile).length === 0) return clear()
      setTyped(meanwhile)
      startFrom(sent, versions)
    },
  }
}

/** The form state of one group of settings, and its saving without overwriting changes by another administrator. */
export const useSettingsGroup = (keys: readonly SettingKey[], read: SettingsRead) => {
  const { settings: texts } = useTexts()
  const client = useQueryClient()
  const { refetch: reloadSite } = useSiteRead()
  const { typed, from, type, drop, clear, startFrom, goOn } = useTyped(keys, read)
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [conflict, setConflict] = useState<Conflicting | null>(null)
  /** Requested if the server requires one. */
  const [reason, setReason] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const changed = keys.filter((key) => key in typed && !same(typed[key], from.settings[key]))

  const change = (key: SettingKey, value: unknown) => {
    // Choosing a school for minors also limits rankings: students see only their own places.
    const along = key === 'school_kind' && value === 'minors' ? { ranking_list: 'own', ranking_values: false } : {}
    type({ ...along, [key]: value } as Partial<SchoolSettings>)
    setProblem(null)
  }
  const begin = () => {
    clear()
    setConflict(null)
    setReason(null)
  }

  const save = async (event: Pick<FormEvent, 'preventDefault'>) => {
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

  /** Bases one setting on what another administrator saved; the others stay as they were seen. */
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
