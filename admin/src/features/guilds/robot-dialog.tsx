import { robotEvents, robotKinds, type RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { RobotExample } from './robot-example.tsx'
import { QuietBand, clockOf, minuteOf } from './robot-quiet.tsx'
import { TestResult } from './robot-state.tsx'
import { removeRobot, useRobotChange, type Given, type Robot } from './robot-queries.ts'
import styles from './robots.module.css'
import { useRobotForm, type RobotForm } from './use-robot-form.ts'

type Props = {
  guild: { id: number; name: string }
  before: Robot | null
  fresh: Given
  anyAddress: boolean
  onClose: () => void
  onRemoved: () => void
}

/** The dialog for connecting a group, or changing its connection. */
export const RobotDialog = (props: Props) => {
  const { guild, before, fresh, anyAddress, onClose } = props
  const { robots } = useTexts()
  const form = useId()
  const robot = useRobotForm({ guild_id: guild.id, before, fresh, onClose })
  const cancel = () => {
    robot.forget()
    onClose()
  }
  const [removing, setRemoving] = useState(false)
  if (removing && before) return <Removing {...props} before={before} />
  return (
    <Dialog
      title={before ? robots.changeOf(before.name) : robots.connect}
      wide
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button tone="danger" onClick={() => setRemoving(true)}>
              {robots.remove}
            </Button>
          )}
          <Button onClick={cancel}>{robots.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={robot.saving}>
            {before ? robots.save : robots.connectIt}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={robot.submit}>
        <div role="alert">{robot.problem && <Notice title={robot.problem} />}</div>
        <Where robot={robot} before={before} anyAddress={anyAddress} />
        <Says robot={robot} />
        <QuietHours robot={robot} />
        <RobotExample guild={guild.name} titles={robot.given.titles} language={robot.given.language} />
        <div className={styles.try}>
          <Button busy={robot.testing} onClick={robot.tryIt}>
            <Send size={16} aria-hidden />
            {robots.test}
          </Button>
          <TestResult kind={robot.given.kind} tested={robot.tested} />
        </div>
      </form>
    </Dialog>
  )
}

const Removing = ({ guild, before, onClose, onRemoved }: Props & { before: Robot }) => {
  const { robots } = useTexts()
  const remove = useRobotChange(guild.id, removeRobot)
  return (
    <Dialog
      title={robots.removeTitle(before.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{robots.cancel}</Button>
          <Button
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ guild_id: guild.id, id: before.id }, { onSuccess: onRemoved })}
          >
            {robots.remove}
          </Button>
        </>
      }
    >
      <p>{robots.removeText}</p>
    </Dialog>
  )
}

/** The group, and the credentials with which this school posts there. */
const Where = ({ robot, before, anyAddress }: { robot: RobotForm; before: Robot | null; anyAddress: boolean }) => {
  const { robots } = useTexts()
  const { given, set, problemOf } = robot
  const { kind } = given
  const offered = robotKinds.filter((one) => one !== 'json' || anyAddress)
  return (
    <>
      {!before && (
        <div className={styles.kinds}>
          <Segments<RobotKind>
            label={robots.kind}
            items={offered.map((value) => ({ value, label: robots.kinds[value] }))}
            value={kind}
            onChange={(next) => set({ kind: next, secret: undefined })}
          />
        </div>
      )}
      {!before && !anyAddress && <p className={styles.note}>{robots.byAdmin}</p>}
      <Field
        label={robots.name}
        hint={robots.nameHint}
        maxLength={30}
        autoComplete="off"
        value={given.name}
        error={problemOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className={styles.two}>
        <Field
          label={robots.address}
          hint={
            <>
              {before ? robots.addressKept(before.address_shown) : robots.addressHint[kind]}
              {robots.addressOnce}
            </>
          }
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={given.secret_address ?? ''}
          error={problemOf('secret_address')}
          onChange={(event) => set({ secret_address: event.target.value || undefined })}
        />
        {kind !== 'wecom' && (
          <Field
            label={kind === 'json' ? robots.secretNeeded : robots.secret}
            hint={before?.has_secret ? robots.secretKept : robots.secretHint[kind]}
            type="password"
            autoComplete="new-password"
            maxLength={200}
            value={given.secret ?? ''}
            error={problemOf('secret')}
            onChange={(event) => set({ secret: event.target.value || undefined })}
          />
        )}
      </div>
    </>
  )
}

/** What the robot reports, whether it names titles, and in which language. */
const Says = ({ robot: { given, set } }: { robot: RobotForm }) => {
  const { robots } = useTexts()
  return (
    <>
      <fieldset className={styles.says}>
        <legend>{robots.says}</legend>
        {robotEvents.map((event) => (
          <CheckRow
            key={event}
            checked={given.events.includes(event)}
            onChange={(checked) =>
              set({ events: robotEvents.filter((one) => (one === event ? checked : given.events.includes(one))) })
            }
          >
            {robots.events[event]}
          </CheckRow>
        ))}
      </fieldset>
      <div className={styles.titles}>
        <Switch
          label={robots.titles}
          hint={robots.titlesHint}
          checked={given.titles}
          onChange={(titles) => set({ titles })}
        />
      </div>
      <SelectField
        label={robots.language}
        value={given.language}
        onChange={(next) => set({ language: next === 'en-US' ? 'en-US' : 'zh-CN' })}
      >
        {(['zh-CN', 'en-US'] as const).map((language) => (
          <option key={language} value={language} lang={language}>
            {robots.languages[language]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const QuietHours = ({ robot: { given, set } }: { robot: RobotForm }) => {
  const { robots } = useTexts()
  const { quiet_from, quiet_until } = given
  return (
    <fieldset className={styles.quiet}>
      <legend>{robots.quiet}</legend>
      <QuietBand from={quiet_from} until={quiet_until} />
      <div className={styles.times}>
        <Field
          label={robots.quietFrom}
          type="time"
          required
          value={clockOf(quiet_from)}
          onChange={(event) => set({ quiet_from: minuteOf(event.target.value) ?? quiet_from })}
        />
        <Field
          label={robots.quietUntil}
          type="time"
          required
          value={clockOf(quiet_until)}
          onChange={(event) => set({ quiet_until: minuteOf(event.target.value) ?? quiet_until })}
        />
      </div>
      <p className={styles.note}>{robots.quietHint}</p>
    </fieldset>
  )
}
