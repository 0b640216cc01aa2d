import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Plus, TriangleAlert, Users, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { AddClasses } from './add-classes.tsx'
import { daysAfter, datesOf } from './class-rules.ts'
import { ClassRow, WhyNot } from './class-row.tsx'
import styles from './classes.module.css'
import type { SetMember, TaskForm } from './queries.ts'
import type { Classes } from './use-classes.ts'
import type { Editing } from './use-task-form.ts'

/** The row of the task’s own class if it is the only one so far. */
const aloneOf = (form: TaskForm): SetMember => ({
  ...form,
  task_id: form.id,
  archived: form.read_only,
  chapter_missing: '',
  dropped: [],
})

/** The class being edited first, then the others in the order they were added. */
const rowsOf = (form: TaskForm): SetMember[] => {
  const members = form.set?.members ?? []
  const own = members.find(({ task_id }) => task_id === form.id) ?? aloneOf(form)
  return [own, ...members.filter(({ task_id }) => task_id !== form.id)]
}

const TakeOut = ({ member, classes, onClose }: { member: SetMember; classes: Classes; onClose: () => void }) => {
  const { classes: texts } = useTexts().tasks
  const go = async () => {
    if (await classes.leave(member)) onClose()
  }
  return (
    <Dialog
      title={texts.takeOutTitle(member.guild_name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={classes.isLeaving} onClick={() => void go()}>
            {texts.takeOutAct}
          </Button>
        </>
      }
    >
      <p>{texts.takeOutText}</p>
    </Dialog>
  )
}

/** The requested classes that do not get the task, each with the reason. */
const Refused = ({ classes }: { classes: Classes }) => {
  const { classes: texts } = useTexts().tasks
  return classes.refused.map((outcome) => (
    <li key={`refused-${outcome.guild_id}`} className={styles.refused}>
      <span className={styles.chip} data-refused>
        <span className={styles.name}>{outcome.guild_name}</span>
        <button
          type="button"
          aria-label={texts.forget(outcome.guild_name)}
          onClick={() => classes.forget(outcome.guild_id)}
        >
          <X size={14} aria-hidden />
        </button>
      </span>
      <WhyNot outcome={outcome} lead={texts.notGiven} />
    </li>
  ))
}

/** The classes that get the task: a row for each, with its own dates. */
export const ClassFields = ({ editing, classes, locked }: { editing: Editing; classes: Classes; locked: boolean }) => {
  const { classes: texts } = useTexts().tasks
  const { form, values, change, outcomes } = editing
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<SetMember | null>(null)
  const rows = rowsOf(form)
  const first = datesOf(values)
  const others = rows.slice(1).filter(({ may_lead, archived }) => may_lead && !archived)
  const give = async (guild_ids: number[]) => {
    if (await classes.give(guild_ids)) setAdding(false)
  }
  const leave = (member: SetMember) => {
    // Removing a draft loses nothing, because the other classes have the same content.
    if (member.status === 'draft') void classes.leave(member)
    else setLeaving(member)
  }
  const all = (daysOf: (place: number) => number) =>
    void classes.setDates(others.map(({ task_id }, at) => ({ task_id, dates: daysAfter(first, daysOf(at + 1)) })))
  return (
    <>
      <div className={styles.heads} aria-hidden>
        <span>{texts.guild}</span>
        <span>{texts.open}</span>
        <span>{texts.due}</span>
        <span>{texts.differs}</span>
      </div>
      <ul className={styles.rows}>
        {rows.map((member, at) => {
          const refusal = outcomes.find(({ task_id, done }) => task_id === member.task_id && !done)
          return (
            <li key={member.task_id} data-refused={refusal ? true : undefined}>
              <ClassRow
                member={member}
                first={first}
                isFirst={at === 0}
                locked={locked || (at > 0 && !member.may_lead)}
                onDates={(dates) =>
                  at === 0 ? change(dates) : void classes.setDates([{ task_id: member.task_id, dates }])
                }
                onLeave={at > 0 && !locked && member.may_lead && !member.archived ? () => leave(member) : null}
              />
              {refusal && <WhyNot outcome={refusal} lead={texts.notChanged} />}
            </li>
          )
        })}
        <Refused classes={classes} />
      </ul>
      {!locked && (
        <div className={styles.acts}>
          <Button onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden />
            {texts.add}
          </Button>
          {others.length > 0 && (
            <>
              <Button tone="text" onClick={() => all(() => 0)}>
                {texts.asFirst}
              </Button>
              <Button tone="text" onClick={() => all((place) => place)}>
                {texts.dayByDay}
              </Button>
            </>
          )}
        </div>
      )}
      {rows.length > 1 && <p className={styles.hint}>{texts.closeFollows}</p>}
      {adding && (
        <AddClasses
          title={texts.dialog.title}
          inside={rows.map(({ guild_id }) => guild_id)}
          busy={classes.isGiving}
          onGive={(ids) => void give(ids)}
          onClose={() => setAdding(false)}
        />
      )}
      {leaving && <TakeOut member={leaving} classes={classes} onClose={() => setLeaving(null)} />}
    </>
  )
}

/** Notes on what applies to all classes once the task is published, and on what a class lacks. */
export const AfterFields = ({ form }: { form: TaskForm }) => {
  const { classes: texts } = useTexts().tasks
  const members = form.set?.members ?? []
  const warn = (key: string, title: string, text: string) => (
    <li key={key} data-tone="warn">
      <TriangleAlert size={18} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
    </li>
  )
  return (
    <ul className={styles.after}>
      <li>
        <Users size={18} aria-hidden />
        <span>
          {texts.after.together}
          <small>{texts.after.togetherText(members.length)}</small>
        </span>
      </li>
      {members.flatMap(({ guild_id, guild_name, chapter_missing, dropped }) => [
        ...(chapter_missing === ''
          ? []
          : [
              warn(
                `chapter-${guild_id}`,
                texts.after.noChapter(guild_name, chapter_missing),
                texts.after.noChapterText,
              ),
            ]),
        ...dropped.map((title) =>
          warn(`${guild_id}-${title}`, texts.after.dropped(guild_name, title), texts.after.droppedText),
        ),
      ])}
    </ul>
  )
}
