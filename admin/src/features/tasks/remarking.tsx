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
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** What a result is and what it becomes; a typed score stays, and the points of its questions say what changes. */
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

/** Marks again until nothing is left; broken off, the next press goes on. */
const useRemarking = (task_id: number, onDone: () => void) => {
  const { questions: texts } = useTexts()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const run = useMutation({
    mutationFn: async ({ base_version, reason }: { base_version: number; reason: string }) => {
      setDone(0)
      const given = { task_id, base_version, ...(reason !== '' && { reason }) }
      for (let sum = 0; ;) {
        const answer = await send(remarkingAdmin.remark, given)
        sum += answer.done
        setDone(sum)
        if (answer.left === 0 || answer.done === 0) return sum
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

/** Whose results change when the works are marked again by what is right now, and the button that does it. */
export const RemarkDialog = ({ task_id, onClose }: { task_id: number; onClose: () => void }) => {
  const { questions: texts } = useTexts()
  const { tasks } = useTexts()
  const query = useQuery(previewQuery(task_id))
  const [reason, setReason] = useState('')
  const { run, done } = useRemarking(task_id, onClose)
  const preview = query.data
  const all = preview ? preview.released + preview.held + preview.kept : 0
  const asksWhy = (preview?.released ?? 0) > 0
  const isNothing = all + (preview?.waiting ?? 0) === 0
  return (
    <Dialog
      title={texts.again.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tasks.cancel}</Button>
          <Button
            tone="primary"
            busy={run.isPending}
            blocked={!preview || isNothing || (asksWhy && [...reason.trim()].length < 2)}
            onClick={() => preview && run.mutate({ base_version: preview.base_version, reason: reason.trim() })}
          >
            {run.isPending && done > 0 ? texts.again.progress(done, all) : texts.again.confirm}
          </Button>
        </>
      }
    >
      <ReadFailure of={query} />
      {preview ? <Changes preview={preview} /> : query.isPending && <SkeletonList count={4} height={44} gap={4} />}
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

/** Marks what was handed in again, once something of the questions was put right. */
export const Remarking = ({ editing }: { editing: Editing }) => {
  const { questions: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { form, values, save } = editing
  if (!form.was_accepted || !form.may_lead || form.read_only || form.status === 'draft') return null
  if (!values.questions.some(({ points = 0, kind }) => points > 0 && kind !== 'text')) return null
  // What was typed goes first: the works are marked by what the server has.
  const open = async () => (await save()) && setIsOpen(true)
  return (
    <>
      <Button size="small" onClick={() => void open()}>
        <RotateCw size={16} aria-hidden />
        {texts.again.open}
      </Button>
      {isOpen && <RemarkDialog task_id={form.id} onClose={() => setIsOpen(false)} />}
    </>
  )
}
