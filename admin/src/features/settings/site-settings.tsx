import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import type { SchoolSettings, SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Conflict } from './conflict.tsx'
import { Editor } from './editors.tsx'
import styles from './site-settings.module.css'

type Read = Output<typeof settingsAdmin.read>

const settingsKey = ['settings'] as const

const groups = [
  { name: 'school', keys: ['site_name', 'base_url', 'timezone', 'terms'] },
  { name: 'doors', keys: ['doors', 'registration_open', 'consent'] },
  { name: 'safety', keys: ['second_factor_required', 'one_device'] },
  { name: 'play', keys: ['school_kind', 'rankings', 'ranking_list', 'ranking_values', 'levels'] },
  { name: 'files', keys: ['files', 'share_approval'] },
  { name: 'backups', keys: ['backups'] },
  { name: 'start', keys: ['checklist_hidden'] },
] as const satisfies readonly { name: string; keys: readonly SettingKey[] }[]

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** One group of settings with a button of its own: what another administrator changed meanwhile is shown, not overwritten. */
const Group = ({
  name,
  keys,
  read,
}: {
  name: (typeof groups)[number]['name']
  keys: readonly SettingKey[]
  read: Read
}) => {
  const { settings: texts } = useTexts()
  const client = useQueryClient()
  // What was seen when the first letter was typed: a renewal behind the page must not move it.
  const [seen, setSeen] = useState<Read | null>(null)
  const [typed, setTyped] = useState<Partial<SchoolSettings>>({})
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [conflict, setConflict] = useState<{ key: SettingKey; theirs: unknown; versions: Read['versions'] } | null>(
    null,
  )
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
      await client.invalidateQueries({ queryKey: settingsKey })
      begin()
    } catch (failure) {
      if (failure instanceof CallFailed && failure.reason === 'CONFLICT')
        setConflict({
          key: failure.data.key as SettingKey,
          theirs: failure.data.theirs,
          versions: failure.data.versions as Read['versions'],
        })
      else {
        const field = failure instanceof CallFailed ? String(failure.data.field ?? '') : ''
        if (field === 'reason') setReason(reason ?? '')
        setProblem({ field: field.replace(/^settings\./, ''), text: failureText(failure) })
      }
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`}>{texts.groups[name]}</h2>
      <form noValidate className={styles.group} onSubmit={(event) => void save(event)}>
        <div role="alert">{problem && <Notice title={problem.text} />}</div>
        {keys.map((key) => (
          <Editor
            key={key}
            name={key}
            value={(key in typed ? typed[key] : from.settings[key]) as never}
            locked={read.locked}
            onChange={(value) => change(key, value)}
          />
        ))}
        {reason !== null && changed.length > 0 && (
          <Field
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {changed.length > 0 && (
          <div className={styles.save}>
            <Button type="submit" tone="primary" busy={busy}>
              {texts.save}
            </Button>
            <Button tone="text" onClick={begin}>
              {texts.discard}
            </Button>
          </div>
        )}
      </form>
      {conflict && (
        <Conflict
          name={conflict.key}
          theirs={conflict.theirs}
          yours={typed[conflict.key]}
          onTheirs={() => {
            const { [conflict.key]: _, ...rest } = typed
            setTyped(rest)
            setSeen({
              ...from,
              settings: { ...from.settings, [conflict.key]: conflict.theirs } as SchoolSettings,
              versions: conflict.versions,
            })
            setConflict(null)
            void client.invalidateQueries({ queryKey: settingsKey })
          }}
          onYours={() => {
            setSeen({
              ...from,
              settings: { ...from.settings, [conflict.key]: conflict.theirs } as SchoolSettings,
              versions: conflict.versions,
            })
            setConflict(null)
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </section>
  )
}

/** Every setting of the site, in groups that are saved by themselves. */
export const SiteSettings = () => {
  const { settings } = useTexts()
  const { data, error, refetch } = useQuery({ queryKey: settingsKey, queryFn: () => sendQuietly(settingsAdmin.read) })
  return (
    <>
      <PageHead title={settings.title} lead={settings.lead} />
      {error && !data ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonList count={6} height={72} />
      ) : (
        <div className={styles.page}>
          {groups.map(({ name, keys }) => (
            <Group key={name} name={name} keys={keys} read={data} />
          ))}
        </div>
      )}
    </>
  )
}
