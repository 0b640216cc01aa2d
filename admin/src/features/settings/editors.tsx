import type { SchoolSettings, SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Field, FieldFrame, TextArea } from '@tongchuang/ui/field.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Rows } from './rows.tsx'
import styles from './site-settings.module.css'

type Locked = { base_url: string; mail: boolean; https: boolean }
type Edit<K extends SettingKey> = {
  value: SchoolSettings[K]
  onChange: (value: SchoolSettings[K]) => void
  locked: Locked
}
type Editors = { [K in SettingKey]: (props: Edit<K>) => ReactNode }

const useNames = () => useTexts().settings

const Line = ({
  name,
  value,
  onChange,
  hint,
}: { name: 'site_name' | 'timezone'; hint?: string } & Edit<'site_name'>) => (
  <Field
    label={useNames().names[name]}
    maxLength={60}
    value={value}
    hint={hint}
    onChange={(event) => onChange(event.target.value)}
  />
)

const Switch = ({
  name,
  value,
  onChange,
}: {
  name:
    | 'ranking_values'
    | 'share_approval'
    | 'registration_open'
    | 'one_device'
    | 'second_factor_required'
    | 'checklist_hidden'
} & Edit<'one_device'>) => {
  const { names, hints } = useNames()
  return (
    <CheckRow checked={value} onChange={onChange}>
      {names[name]}
      <small className={styles.hint}>{hints[name]}</small>
    </CheckRow>
  )
}

const Numbers = <T extends Record<string, number>>({
  value,
  labels,
  onChange,
}: {
  value: T
  labels: Record<keyof T, string>
  onChange: (value: T) => void
}) => (
  <div className={styles.numbers}>
    {Object.keys(labels).map((key) => (
      <Field
        key={key}
        label={labels[key]}
        type="number"
        inputMode="numeric"
        min={1}
        value={value[key]}
        onChange={(event) => onChange({ ...value, [key]: Math.trunc(Number(event.target.value)) })}
      />
    ))}
  </div>
)

const editors: Editors = {
  site_name: (props) => <Line name="site_name" {...props} />,
  timezone: function TimeZone(props) {
    return <Line name="timezone" hint={useNames().hints.timezone} {...props} />
  },
  base_url: function BaseUrl({ value, onChange, locked }) {
    const { names, hints, locked: words } = useNames()
    if (locked.base_url === '')
      return (
        <Field
          label={names.base_url}
          type="url"
          maxLength={200}
          value={value}
          hint={hints.base_url}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    return (
      <FieldFrame id="base-url" label={names.base_url}>
        <output id="base-url" className={styles.locked}>
          <Lock size={16} aria-hidden />
          {locked.base_url} · {words}
        </output>
      </FieldFrame>
    )
  },
  terms: function Terms({ value, onChange }) {
    const { names, hints, columns, addTerm } = useNames()
    return (
      <Rows
        label={names.terms}
        hint={hints.terms}
        rows={value}
        columns={[
          { key: 'name', label: columns.name },
          { key: 'begin', label: columns.begin },
          { key: 'end', label: columns.end },
        ]}
        add={addTerm}
        fresh={{ name: '', begin: '09-01', end: '01-31' }}
        onChange={onChange}
      />
    )
  },
  levels: function Levels({ value, onChange }) {
    const { names, hints, columns, addLevel } = useNames()
    return (
      <Rows
        label={names.levels}
        hint={hints.levels}
        rows={value}
        columns={[
          { key: 'from', label: columns.from, number: true },
          { key: 'zh', label: columns.zh },
          { key: 'en', label: columns.en },
        ]}
        add={addLevel}
        fresh={{ from: (value.at(-1)?.from ?? 0) + 1000, zh: '', en: '' }}
        onChange={onChange}
      />
    )
  },
  school_kind: function SchoolKind({ value, onChange }) {
    const { names, hints, kindNames } = useNames()
    return (
      <FieldFrame id="school-kind" label={names.school_kind} hint={hints.school_kind}>
        <div id="school-kind">
          <Pick<'minors' | 'adults'>
            label={names.school_kind}
            items={(['minors', 'adults'] as const).map((one) => ({ value: one, label: kindNames[one] }))}
            value={value}
            onChange={onChange}
          />
        </div>
      </FieldFrame>
    )
  },
  ranking_list: function RankingList({ value, onChange }) {
    const { names, hints, listNames } = useNames()
    return (
      <FieldFrame id="ranking-list" label={names.ranking_list} hint={hints.ranking_list}>
        <div id="ranking-list">
          <Pick
            label={names.ranking_list}
            items={(['names', 'own'] as const).map((one) => ({ value: one, label: listNames[one] }))}
            value={value}
            onChange={onChange}
          />
        </div>
      </FieldFrame>
    )
  },
  rankings: function Rankings({ value, onChange }) {
    const { names, rankingNames } = useNames()
    return (
      <FieldFrame id="rankings" label={names.rankings}>
        <div id="rankings">
          <Pick
            label={names.rankings}
            items={(['off', 'mine', 'site'] as const).map((one) => ({ value: one, label: rankingNames[one] }))}
            value={value}
            onChange={onChange}
          />
        </div>
      </FieldFrame>
    )
  },
  ranking_values: (props) => <Switch name="ranking_values" {...props} />,
  share_approval: (props) => <Switch name="share_approval" {...props} />,
  registration_open: (props) => <Switch name="registration_open" {...props} />,
  one_device: (props) => <Switch name="one_device" {...props} />,
  second_factor_required: (props) => <Switch name="second_factor_required" {...props} />,
  checklist_hidden: (props) => <Switch name="checklist_hidden" {...props} />,
  doors: function Doors({ value, onChange, locked }) {
    const { names, doorNames, noMail } = useNames()
    return (
      <fieldset>
        <legend>
          <b>{names.doors}</b>
        </legend>
        <CheckRow checked={value.invite} onChange={(invite) => onChange({ ...value, invite })}>
          {doorNames.invite}
        </CheckRow>
        <CheckRow checked={value.code} onChange={(code) => onChange({ ...value, code })}>
          {doorNames.code}
          {!locked.mail && <small className={styles.hint}>{noMail}</small>}
        </CheckRow>
      </fieldset>
    )
  },
  consent: function Consent({ value, onChange }) {
    const { names, columns, hints, askAgain } = useNames()
    return (
      <fieldset>
        <legend>
          <b>{names.consent}</b>
          <small className={styles.hint}>{hints.consent(value.version)}</small>
        </legend>
        <TextArea
          label={columns.zh}
          rows={6}
          maxLength={5000}
          lang="zh"
          value={value.zh}
          onChange={(event) => onChange({ ...value, zh: event.target.value })}
        />
        <TextArea
          label={columns.en}
          rows={6}
          maxLength={5000}
          lang="en"
          value={value.en}
          onChange={(event) => onChange({ ...value, en: event.target.value })}
        />
        <button type="button" className="link" onClick={() => onChange({ ...value, version: value.version + 1 })}>
          {askAgain}
        </button>
      </fieldset>
    )
  },
  files: function Files({ value, onChange }) {
    return <Numbers value={value} labels={useNames().fileNames} onChange={onChange} />
  },
  backups: function Backups({ value, onChange }) {
    const { nightly, keepBackups } = useNames()
    return (
      <>
        <CheckRow checked={value.nightly} onChange={(next) => onChange({ ...value, nightly: next })}>
          {nightly}
        </CheckRow>
        <Numbers
          value={{ keep: value.keep }}
          labels={{ keep: keepBackups }}
          onChange={(next) => onChange({ ...value, ...next })}
        />
      </>
    )
  },
}

/** The editor of one setting. */
export const Editor = <K extends SettingKey>({ name, ...props }: { name: K } & Edit<K>) => {
  const One = editors[name] as (props: Edit<K>) => ReactNode
  return <One {...props} />
}
