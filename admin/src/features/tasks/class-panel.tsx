import { Button } from '@tongchuang/ui/button.tsx'
import { CircleX, Users } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { AddClasses } from './add-classes.tsx'
import type { TaskForm } from './queries.ts'
import type { Classes } from './use-classes.ts'

/** The number of classes that a press on the publish button covers. */
export const draftsOf = ({ set }: TaskForm): number =>
  set?.members.filter(({ status, may_lead, archived }) => status === 'draft' && may_lead && !archived).length ?? 1

/** The classes that get the task, and those requested that do not. */
export const WhoSees = ({ form, refused }: { form: TaskForm; refused: Classes['refused'] }) => {
  const { editor, classes: words } = useTexts().tasks
  const { set } = form
  const people = set?.members.reduce((sum, { member_count }) => sum + member_count, 0) ?? 0
  return (
    <>
      {refused.map(({ guild_id, guild_name }) => (
        <li key={guild_id} data-tone="bad">
          <CircleX size={18} aria-hidden />
          {words.takeOut(guild_name)}
        </li>
      ))}
      <li>
        <Users size={18} aria-hidden />
        {set ? (
          <span>
            {words.sees(set.members.length, people - set.shared_students)}
            <small>{set.shared_students === 0 ? words.sharedNone : words.shared(set.shared_students)}</small>
          </span>
        ) : (
          editor.sees(form.guild_name, form.member_count)
        )}
      </li>
    </>
  )
}

/** Gives an existing task to more classes. */
export const CopyTo = ({ form, classes }: { form: TaskForm; classes: Classes }) => {
  const { classes: words } = useTexts().tasks
  const [open, setOpen] = useState(false)
  const inside = form.set?.members.map(({ guild_id }) => guild_id) ?? [form.guild_id]
  const give = async (ids: number[]) => {
    if (await classes.give(ids)) setOpen(false)
  }
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        {words.copyTo}
      </Button>
      {open && (
        <AddClasses
          title={words.dialog.copyTitle}
          inside={inside}
          busy={classes.isGiving}
          onGive={(ids) => void give(ids)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
