import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import type { SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { adminPages } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Conflict } from './conflict.tsx'
import { Editor } from './editors.tsx'
import styles from './site-settings.module.css'
import { useSettingsGroup, type SettingsRead } from './use-settings-group.ts'
import { settingsKey } from '../../queries/keys.ts'

const groups = [
  { name: 'school', keys: ['site_name', 'base_url', 'timezone', 'terms'] },
  { name: 'doors', keys: ['doors', 'registration_open', 'consent'] },
  { name: 'safety', keys: ['second_factor_required', 'one_device'] },
  { name: 'play', keys: ['school_kind', 'rankings', 'ranking_list', 'ranking_values', 'levels'] },
  { name: 'files', keys: ['files', 'share_approval'] },
  { name: 'backups', keys: ['backups'] },
  { name: 'start', keys: ['checklist_hidden'] },
] as const satisfies readonly { name: string; keys: readonly SettingKey[] }[]

/** One group of settings with its own save button; changes by another administrator are shown and not overwritten. */
const Group = ({
  name,
  keys,
  read,
}: {
  name: (typeof groups)[number]['name']
  keys: readonly SettingKey[]
  read: SettingsRead
}) => {
  const { settings: texts } = useTexts()
  const group = useSettingsGroup(keys, read)
  const { typed, from, changed, problem, reason, conflict } = group
  return (
    <section aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`}>{texts.groups[name]}</h2>
      <form noValidate className={styles.group} onSubmit={(event) => void group.save(event)}>
        <div role="alert">{problem && <Notice title={problem.text} />}</div>
        {keys.map((key) => (
          <Editor
            key={key}
            name={key}
            value={(key in typed ? typed[key] : from.settings[key]) as never}
            locked={read.locked}
            onChange={(value) => group.change(key, value)}
          />
        ))}
        {reason !== null && changed.length > 0 && (
          <Field
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={200}
            value={reason}
            onChange={(event) => group.setReason(event.target.value)}
          />
        )}
        {changed.length > 0 && (
          <div className={styles.save}>
            <Button type="submit" tone="primary" busy={group.busy}>
              {texts.save}
            </Button>
            <Button tone="text" onClick={group.begin}>
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
          onTheirs={group.takeTheirs}
          onYours={group.keepYours}
          onClose={group.putOff}
        />
      )}
    </section>
  )
}

/** All settings of the site, in groups that are saved separately. */
export const SiteSettings = () => {
  const { settings, shell } = useTexts()
  const { data, error, refetch } = useQuery({ queryKey: settingsKey, queryFn: () => sendQuietly(settingsAdmin.read) })
  return (
    <>
      <PageHead title={settings.title} lead={settings.lead}>
        <Link className={buttonClass('plain')} to={adminPages.providers}>
          {shell.titles.providers}
        </Link>
      </PageHead>
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
