import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import table from '@tongchuang/ui/table.module.css'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { bulkTasks, chaptersQuery, useTaskChange } from './queries.ts'
import type { BulkAct, ListedClass } from './queries.ts'

/** The maximum number of tasks in one call. */
export const MOST = 100

const plain = ['publish', 'open', 'close', 'archive'] as const

export type BulkRefusal = { id: number; title: string; text: string }
type Asked = 'shift' | 'chapter' | 'trash'

/** A task with its dates as the list shows them. */
export type Dated = Pick<ListedClass, 'id' | 'open_at' | 'due_at' | 'close_at'>
/** A selected task. */
type Picked = Dated & Pick<ListedClass, 'status'>

/** One action on all selected tasks, and the dialog it needs first. */
const useBulk = (picked: readonly Dated[], onDone: (refused: readonly BulkRefusal[]) => void) => {
  const ids = picked.map(({ id }) => id)
  const { bulk } = useTexts().tasks
  const change = useTaskChange(bulkTasks)
  const [asking, ask] = useState<Asked | null>(null)
  // The dates on the screen when the dialog opened: pressed again because an answer was lost, it moves nothing twice.
  const [from, setFrom] = useState<Dated[]>([])
  const [days, setDays] = useState(7)
  const [chapter, setChapter] = useState('')

  // Without an answer some of the tasks may be changed, and the list is read anew with what they are now.
  const isCut = change.isError && !(change.error instanceof CallFailed)

  const setAsking = (asked: Asked | null) => {
    const before = new Map(isCut ? from.map((one) => [one.id, one]) : [])
    setFrom(picked.map(({ id, open_at, due_at, close_at }) => before.get(id) ?? { id, open_at, due_at, close_at }))
    ask(asked)
  }

  const go = (act: BulkAct, more: { days?: number; from?: Dated[]; chapter_id?: number | null } = {}) =>
    change.mutate(
      { ids, act, ...more },
      {
        onSuccess: (answer) => {
          setAsking(null)
          if (answer.changed.length > 0) showToast(bulk.done(answer.changed.length), 'success')
          onDone(answer.refused)
        },
      },
    )

  return {
    asking,
    setAsking,
    from,
    days,
    setDays,
    chapter,
    setChapter,
    isPending: change.isPending,
    isCut,
    go,
  }
}

const BulkButtons = ({
  inBin,
  inGuild,
  busy,
  blocked,
  onAsk,
  onAct,
}: {
  inBin: boolean
  inGuild: boolean
  busy: boolean
  blocked: boolean
  onAsk: (asked: Asked) => void
  onAct: (act: BulkAct) => void
}) => {
  const { bulk } = useTexts().tasks
  if (inBin)
    return (
      <Button size="small" busy={busy} blocked={blocked} onClick={() => onAct('restore')}>
        {bulk.restore}
      </Button>
    )
  return (
    <>
      <Button size="small" blocked={blocked} onClick={() => onAsk('shift')}>
        {bulk.shift}
      </Button>
      {inGuild && (
        <Button size="small" blocked={blocked} onClick={() => onAsk('chapter')}>
          {bulk.chapter}
        </Button>
      )}
      {plain.map((act) => (
        <Button key={act} size="small" busy={busy} blocked={blocked} onClick={() => onAct(act)}>
          {bulk[act]}
        </Button>
      ))}
      <Button size="small" tone="danger" blocked={blocked} onClick={() => onAsk('trash')}>
        {bulk.trash}
      </Button>
    </>
  )
}

/** Asks for the number of days, or for the chapter, before the action. */
const MoreDialog = ({
  asking,
  busy,
  isCut,
  onGo,
  onClose,
  children,
}: {
  asking: 'shift' | 'chapter'
  busy: boolean
  isCut: boolean
  onGo: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const { tasks } = useTexts()
  const { bulk } = tasks
  const form = useId()
  return (
    <Dialog
      title={bulk[asking]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tasks.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy}>
            {bulk.go}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          onGo()
        }}
      >
        {children}
        <output>{isCut && bulk.cut}</output>
      </form>
    </Dialog>
  )
}

/** By how many days dates move, and how many of the selected tasks are closed. */
const DaysField = ({ closed, days, onDays }: { closed: number; days: number; onDays: (days: number) => void }) => {
  const { bulk } = useTexts().tasks
  return (
    <Field
      label={bulk.days}
      hint={
        <span>
          {bulk.daysHint}
          {closed > 0 && (
            <>
              <br />
              {bulk.daysClosed(closed)}
            </>
          )}
        </span>
      }
      type="number"
      min={-365}
      max={365}
      required
      value={Number.isNaN(days) ? '' : days}
      onChange={(event) => onDays(Math.trunc(event.target.valueAsNumber))}
    />
  )
}

/** The tasks for which an action was refused, each with the reason. */
export const RefusedDialog = ({ refused, onClose }: { refused: readonly BulkRefusal[]; onClose: () => void }) => {
  const { bulk } = useTexts().tasks
  return (
    <Dialog title={bulk.refused(refused.length)} onClose={onClose}>
      <ul>
        {refused.map(({ id, title, text }) => (
          <li key={id}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The actions on several tasks at once; chapters only within one guild. */
export const BulkBar = ({
  picked,
  left,
  guild_id,
  inBin,
  onDone,
}: {
  picked: readonly Picked[]
  /** How many rows of the list are not selected, although the page was. */
  left: number
  guild_id: number | undefined
  inBin: boolean
  /** Called when the action is done, with the refused tasks. */
  onDone: (refused: readonly BulkRefusal[]) => void
}) => {
  const { tasks } = useTexts()
  const { bulk } = tasks
  const { asking, setAsking, from, days, setDays, chapter, setChapter, isPending, isCut, go } = useBulk(picked, onDone)
  const chapters = useQuery({ ...chaptersQuery(guild_id ?? 0), enabled: guild_id !== undefined })

  const count = picked.length
  const closed = picked.filter(({ status }) => status === 'closed').length
  const isTooMany = count > MOST
  const more = { shift: { days, from }, chapter: { chapter_id: chapter === '' ? null : Number(chapter) } }
  return (
    <fieldset className={table.bulk} aria-label={tasks.picked(count)}>
      <b>{tasks.picked(count)}</b>
      <output>{isTooMany ? bulk.most(MOST) : isCut ? bulk.cut : left > 0 && bulk.left(left, MOST)}</output>
      <BulkButtons
        {...{ inBin, inGuild: guild_id !== undefined, busy: isPending, blocked: isTooMany }}
        onAsk={setAsking}
        onAct={go}
      />
      {(asking === 'shift' || asking === 'chapter') && (
        <MoreDialog
          asking={asking}
          busy={isPending}
          isCut={isCut}
          onGo={() => go(asking, more[asking])}
          onClose={() => setAsking(null)}
        >
          {asking === 'shift' ? (
            <DaysField closed={closed} days={days} onDays={setDays} />
          ) : chapters.error && !chapters.data ? (
            <ReadFailure of={chapters} />
          ) : (
            <SelectField label={bulk.chapter} value={chapter} onChange={setChapter}>
              <option value="">{bulk.noChapter}</option>
              {chapters.data?.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
          )}
        </MoreDialog>
      )}
      {asking === 'trash' && (
        <NameToConfirm
          title={bulk.trash}
          text={bulk.trashText}
          label={bulk.typeName(bulk.oneTask(count))}
          name={bulk.oneTask(count)}
          action={bulk.trash}
          busy={isPending}
          onClose={() => setAsking(null)}
          onConfirm={() => go('trash')}
        />
      )}
    </fieldset>
  )
}
