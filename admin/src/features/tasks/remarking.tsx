import type { Output } from '@tongchuang/contract/call.ts'
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import table from '@tongchuang/ui/table.module.css'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { queryOptions, useMutation, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { gradesKey, reviewKey, tasksKey } from '../../queries/keys.ts'
import styles from './question-fields.module.css'
import type { Editing } from './use-task-form.ts'

type Preview = Output<typeof remarkingAdmin.preview>
type Change = Preview['list'][number]

const previewQuery = (task_id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'remarking', task_id],
    queryFn: () => sendQuietly(remarkingAdmin.preview, { task_id }),
    staleTime: 0,
    gcTime: 0,
  })

/** A result before and after; a typed score stays, and the points of its questions show what changes. */
const Row = ({ change }: { change: Change }) => {
  const { questions: texts } = useTexts()
  const { student, kind, before, after } = change
  const words = (side: Change['before']) =>
    kind === 'kept' ? texts.again.points(side.points ?? '–') : texts.again.score(side.score ?? '–')
  return (
    <tr>
      <th scope="row">
        {student.real_name || student.nickname}
        <small>{texts.again.kinds[kind]}</small>
      </th>
      <td className={`${table.number} num`}>{words(before)}</td>
      <td className={`${table.number} num`}>
        {words(after)}
        {before.decision !== after.decision && <small>{texts.again.decisions[after.decision]}</small>}
      </td>
    </tr>
  )
}

const Changes = ({ preview }: { preview: Preview }) => {
  const { questions: texts } = useTexts()
  const { released, held, kept, waiting, list } = preview
  const all = released + held + kept
  if (all + waiting === 0) return <p>{texts.again.nothing}</p>
  return (
    <>
      <ul className={styles.sums}>
        {released > 0 && <li>{texts.again.released(released)}</li>}
        {held > 0 && <li>{texts.again.held(held)}</li>}
        {kept > 0 && <li>{texts.again.kept(kept)}</li>}
        {waiting > 0 && <li>{texts.again.waiting(waiting)}</li>}
      </ul>
      {list.length > 0 && (
        <ScrollArea label={texts.again.whose}>
          <table className={table.table}>
            <caption className="vh">{texts.again.whose}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.again.student}</th>
                <th scope="col" className={table.number}>
                  {texts.again.before}
                </th>
                <th scope="col" className={table.number}>
                  {texts.again.after}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((change) => (
                <Row key={change.submit_id} change={change} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      {all > list.length && <p className={styles.note}>{texts.again.more(all - list.length)}</p>}
    </>
  )
}

type RemarkedClass = { task_id: number; guild_name: string }
type Ready = RemarkedClass & { preview: Preview }

const countOf = ({ released, held, kept }: Preview): number => released + held + kept

/** Marks the works of one class after another again; if interrupted, the next press continues. */
const useRemarking = (onDone: () => void) => {
  const { questions: texts } = useTexts()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const run = useMutation({
    mutationFn: async ({ classes, reason }: { classes: readonly Ready[]; reason: string }) => {
      let sum = 0
      setDone(0)
      for (const { task_id, preview } of classes) {
        if (countOf(preview) + preview.waiting === 0) continue
        const { base_version, released } = preview
        const given = { task_id, base_version, ...(released > 0 && { reason }) }
        for (;;) {
          const answer = await send(remarkingAdmin.remark, given)
          sum += answer.done
          setDone(sum)
          if (answer.left === 0 || answer.done === 0) break
        }
      }
    },
    onSuccess: () => {
      showToast(texts.again.done, 'success')
      onDone()
    },
    onSettled: () =>
      Promise.all(
        [[...tasksKey, 'remarking'], gradesKey, reviewKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
  return { run, done }
}

/** What changes in one class; its name where there are several. */
const ClassChanges = ({ name, query }: { name: string | null; query: UseQueryResult<Preview> }) => (
  <section>
    {name !== null && <h3>{name}</h3>}
    <ReadFailure of={query} />
    {query.data ? <Changes preview={query.data} /> : query.isPending && <SkeletonList count={4} height={44} gap={4} />}
  </section>
)

/**
 * Shows whose results change if the works of a task, or of each of its classes, are marked again with the current keys,
 * and does so.
 */
export const RemarkDialog = ({ classes, onClose }: { classes: readonly RemarkedClass[]; onClose: () => void }) => {
  const { questions: texts, tasks } = useTexts()
  const queries = useQueries({ queries: classes.map(({ task_id }) => previewQuery(task_id)) })
  const [reason, setReason] = useStaffText(`remark:${classes[0]?.task_id}`)
  const { run, done } = useRemarking(() => {
    setReason('')
    onClose()
  })
  const ready = classes.flatMap((one, at): Ready[] => {
    const preview = queries[at]?.data
    return preview ? [{ ...one, preview }] : []
  })
  const sum = (of: (preview: Preview) => number) => ready.reduce((all, { preview }) => all + of(preview), 0)
  const all = sum(countOf)
  const asksWhy = sum(({ released }) => released) > 0
  const isNothing = all + sum(({ waiting }) => waiting) === 0
  return (
    <Dialog
      title={texts.again.title}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{tasks.cancel}</Button>
          <Button
            tone="primary"
            busy={run.isPending}
            blocked={ready.length < classes.length || isNothing || (asksWhy && [...reason.trim()].length < 2)}
            onClick={() => run.mutate({ classes: ready, reason: reason.trim() })}
          >
            {run.isPending && done > 0 ? texts.again.progress(done, all) : texts.again.confirm}
          </Button>
        </>
      }
    >
      {classes.map(({ task_id, guild_name }, at) => {
        const query = queries[at]
        return query && <ClassChanges key={task_id} name={classes.length > 1 ? guild_name : null} query={query} />
      })}
      {asksWhy && (
        <TextArea
          label={texts.again.reason}
          hint={texts.again.reasonHint}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  )
}

/** This class first, then the other classes of the set that the user leads and in which the task was accepted. */
const classesOf = ({ id, guild_id, set }: Editing['form']): RemarkedClass[] => [
  { task_id: id, guild_name: set?.members.find((one) => one.guild_id === guild_id)?.guild_name ?? '' },
  ...(set?.members ?? []).filter(
    ({ task_id, may_lead, archived, was_accepted, status }) =>
      task_id !== id && may_lead && !archived && was_accepted && status !== 'draft' && status !== 'trashed',
  ),
]

/** Marks submissions again after a correction of the questions. */
export const Remarking = ({ editing }: { editing: Editing }) => {
  const { questions: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { form, values, save } = editing
  const classes = classesOf(form)
  const isTaken = form.was_accepted || classes.length > 1
  if (!isTaken || !form.may_lead || form.read_only || form.status === 'draft') return null
  if (!values.questions.some(({ points = 0, kind }) => points > 0 && kind !== 'text')) return null
  // Typed changes are saved first, because the works are marked with the keys on the server.
  const open = async () => (await save()) && setIsOpen(true)
  return (
    <>
      <Button size="small" onClick={() => void open()}>
        <RotateCw size={16} aria-hidden />
        {classes.length > 1 ? texts.again.openAll(classes.length) : texts.again.open}
      </Button>
      {isOpen && <RemarkDialog classes={classes} onClose={() => setIsOpen(false)} />}
    </>
  )
}
