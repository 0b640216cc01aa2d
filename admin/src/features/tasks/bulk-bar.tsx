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
import { useTexts } from '../../locales/texts.ts'
import { bulkTasks, chaptersQuery, useTaskChange } from './queries.ts'
import type { BulkAct } from './queries.ts'

const plain = ['publish', 'open', 'close', 'archive'] as const

/** What is done with many tasks at once; chapters only within one guild. */
export const BulkBar = ({
  ids,
  guild_id,
  inBin,
  onDone,
}: {
  ids: number[]
  guild_id: number | undefined
  inBin: boolean
  onDone: () => void
}) => {
  const { tasks } = useTexts()
  const { bulk } = tasks
  const form = useId()
  const change = useTaskChange(bulkTasks)
  const chapters = useQuery({ ...chaptersQuery(guild_id ?? 0), enabled: guild_id !== undefined })
  const [asking, setAsking] = useState<'shift' | 'chapter' | 'trash' | null>(null)
  const [days, setDays] = useState(7)
  const [chapter, setChapter] = useState('')
  const [refused, setRefused] = useState<readonly { id: number; title: string; text: string }[]>([])

  const go = (act: BulkAct, more: { days?: number; chapter_id?: number | null } = {}) =>
    change.mutate(
      { ids, act, ...more },
      {
        onSuccess: (answer) => {
          setAsking(null)
          if (answer.changed.length > 0) showToast(bulk.done(answer.changed.length), 'success')
          setRefused(answer.refused)
          if (answer.refused.length === 0) onDone()
        },
      },
    )

  return (
    <fieldset className={table.bulk} aria-label={tasks.picked(ids.length)}>
      <b>{tasks.picked(ids.length)}</b>
      {inBin ? (
        <Button size="small" busy={change.isPending} onClick={() => go('restore')}>
          {bulk.restore}
        </Button>
      ) : (
        <>
          <Button size="small" onClick={() => setAsking('shift')}>
            {bulk.shift}
          </Button>
          {guild_id !== undefined && (
            <Button size="small" onClick={() => setAsking('chapter')}>
              {bulk.chapter}
            </Button>
          )}
          {plain.map((act) => (
            <Button key={act} size="small" busy={change.isPending} onClick={() => go(act)}>
              {bulk[act]}
            </Button>
          ))}
          <Button size="small" tone="danger" onClick={() => setAsking('trash')}>
            {bulk.trash}
          </Button>
        </>
      )}
      {(asking === 'shift' || asking === 'chapter') && (
        <Dialog
          title={bulk[asking]}
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{tasks.cancel}</Button>
              <Button tone="primary" type="submit" form={form} busy={change.isPending}>
                {bulk.go}
              </Button>
            </>
          }
        >
          <form
            id={form}
            onSubmit={(event) => {
              event.preventDefault()
              go(asking, asking === 'shift' ? { days } : { chapter_id: chapter === '' ? null : Number(chapter) })
            }}
          >
            {asking === 'shift' ? (
              <Field
                label={bulk.days}
                hint={bulk.daysHint}
                type="number"
                min={-365}
                max={365}
                required
                value={Number.isNaN(days) ? '' : days}
                onChange={(event) => setDays(Math.trunc(event.target.valueAsNumber))}
              />
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
          </form>
        </Dialog>
      )}
      {asking === 'trash' && (
        <NameToConfirm
          title={bulk.trash}
          text={bulk.trashText}
          label={bulk.typeName(bulk.oneTask(ids.length))}
          name={bulk.oneTask(ids.length)}
          action={bulk.trash}
          busy={change.isPending}
          onClose={() => setAsking(null)}
          onConfirm={() => go('trash')}
        />
      )}
      {refused.length > 0 && (
        <Dialog title={bulk.refused(refused.length)} onClose={() => setRefused([])}>
          <ul>
            {refused.map(({ id, title, text }) => (
              <li key={id}>
                <b>{title}</b>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </fieldset>
  )
}
