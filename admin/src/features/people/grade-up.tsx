import type { Input, Output } from '@tongchuang/contract/call.ts'
import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { canRename } from '@tongchuang/contract/rules/next-class.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { peopleKey } from '../../queries/keys.ts'
import { LastYear } from './last-year.tsx'
import styles from './people.module.css'

type SchoolClasses = Output<typeof classNames.read>
type Renamed = NonNullable<SchoolClasses['last']>
type SchoolClass = SchoolClasses['classes'][number]

const schoolClassesQuery = queryOptions({
  queryKey: [...peopleKey, 'school classes'],
  queryFn: () => sendQuietly(classNames.read),
})

/** The last renaming, which can be undone for a day. */
const Last = ({ last, onUndone }: { last: Renamed; onUndone: () => void }) => {
  const { gradeUp } = useTexts()
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: () => send(classNames.undo, { id: last.id }),
    onSuccess: () => {
      onUndone()
      showToast(gradeUp.undone, 'success')
      return client.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <p className={styles.last}>
      <span>
        {gradeUp.last(last.by, last.classes, last.students, last.archived)} <Moment at={last.at} />
      </span>
      {last.state === 'undone' && <span>{gradeUp.isUndone}</span>}
      {last.undo_until && (
        <Button size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
          {gradeUp.undo}
        </Button>
      )}
    </p>
  )
}

const ClassTable = ({
  classes,
  nameOf,
  onName,
}: {
  classes: readonly SchoolClass[]
  nameOf: (one: SchoolClass) => string
  onName: (from: string, to: string) => void
}) => {
  const { gradeUp } = useTexts()
  return (
    <ScrollArea label={gradeUp.table} className={styles.renaming}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{gradeUp.from}</th>
            <th scope="col">{gradeUp.students}</th>
            <th scope="col">{gradeUp.to}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one.from}>
              <th scope="row">{one.from}</th>
              <td className="num">{one.students}</td>
              <td>
                <input
                  aria-label={gradeUp.toOf(one.from)}
                  value={nameOf(one)}
                  maxLength={60}
                  placeholder={one.is_last ? gradeUp.isLast : gradeUp.stays}
                  onChange={(event) => onName(one.from, event.target.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** The names typed so far, by the present name of the class, and the guilds chosen to be archived. */
type Planned = {
  typed: Readonly<Record<string, string>>
  archived: ReadonlySet<number>
  /** What was sent without an answer: the school may have the new names, to which the typed ones do not apply. */
  sent?: Input<typeof classNames.rename>
}
const nothingPlanned: Planned = { typed: {}, archived: new Set() }

/** Renames; without an answer, the same is to be sent once more: it is one renaming, and not one a year further. */
const useRename = (
  wanted: Input<typeof classNames.rename>,
  onPlan: (plan: (before: Planned) => Planned) => void,
  onDone: () => void,
) => {
  const { gradeUp } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(classNames.rename, wanted),
    onError: (error) =>
      onPlan(({ typed, archived }) => ({ typed, archived, ...(!(error instanceof CallFailed) && { sent: wanted }) })),
    onSuccess: (done) => {
      onPlan(() => nothingPlanned)
      onDone()
      showToast(gradeUp.done(done.classes, done.students, done.archived), 'success')
    },
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
}

const GradeUpDialog = ({
  planned: { typed, archived, sent },
  onPlan,
  onClose,
}: {
  planned: Planned
  onPlan: (plan: (before: Planned) => Planned) => void
  onClose: () => void
}) => {
  const { gradeUp } = useTexts()
  const found = useQuery(schoolClassesQuery)
  const what = useRef<HTMLParagraphElement>(null)
  const classes = found.data?.classes ?? []
  // Right after a renaming, the proposals would be another year ahead, so none are shown.
  const isFresh = found.data?.last?.state !== 'applied' || found.data.last.undo_until === null
  const nameOf = ({ from, to }: SchoolClass) => typed[from] ?? (isFresh ? (to ?? '') : '')
  const changes = classes
    .map((one) => ({ from: one.from, to: nameOf(one).trim(), students: one.students }))
    .filter(({ from, to }) => to !== '' && to !== from)
  const renamed = new Set(changes.map(({ from }) => from))
  const guilds = (found.data?.guilds ?? []).filter(({ class_name }) => renamed.has(class_name))
  const archive = guilds.filter(({ id }) => archived.has(id)).map(({ id }) => id)
  const wanted = sent ?? { changes, archive }
  const students = changes.reduce((sum, one) => sum + one.students, 0)
  const isPossible = canRename(wanted.changes)
  const rename = useRename(wanted, onPlan, () => what.current?.focus())
  return (
    <Dialog
      title={gradeUp.title}
      wide
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{gradeUp.close}</Button>
          <Button
            tone="primary"
            busy={rename.isPending}
            blocked={wanted.changes.length === 0 || !isPossible}
            onClick={() => rename.mutate()}
          >
            {gradeUp.rename(wanted.changes.length, wanted.archive?.length ?? 0)}
          </Button>
        </>
      }
    >
      <p>{gradeUp.text}</p>
      {found.data?.last && <Last last={found.data.last} onUndone={() => what.current?.focus()} />}
      {found.isPending && <SkeletonList count={5} height={44} gap={4} />}
      {found.isError && <RegionError error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && classes.length === 0 && <p>{gradeUp.none}</p>}
      {classes.length > 0 && (
        <ClassTable
          classes={classes}
          nameOf={nameOf}
          onName={(from, to) =>
            onPlan((before) => ({ archived: before.archived, typed: { ...before.typed, [from]: to } }))
          }
        />
      )}
      {guilds.length > 0 && (
        <LastYear
          guilds={guilds}
          archived={archived}
          onChange={(next) => onPlan((before) => ({ typed: before.typed, archived: next }))}
        />
      )}
      <p ref={what} tabIndex={-1} aria-live="polite">
        {sent
          ? gradeUp.cut
          : isPossible || changes.length === 0
            ? gradeUp.preview(changes.length, students, archive.length)
            : gradeUp.circle}
      </p>
    </Dialog>
  )
}

/** Renames the classes for the next school year. */
export const GradeUp = () => {
  const { gradeUp } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  // Kept here, because a press beside the dialog closes it, and a school may have typed sixty names by then.
  const [planned, plan] = useState(nothingPlanned)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{gradeUp.open}</Button>
      {isOpen && <GradeUpDialog planned={planned} onPlan={plan} onClose={() => setIsOpen(false)} />}
    </>
  )
}
