import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useCorrect } from './queries.ts'
import type { Student } from './queries.ts'

/** Corrects the name, class and 学号 of a student. */
export const CorrectDialog = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const { people } = useTexts()
  const [name, setName] = useState(student.real_name)
  const [className, setClassName] = useState(student.class_name)
  const [number, setNumber] = useState(student.student_no ?? '')
  const correct = useCorrect()
  // The values when the dialog was opened: only changed ones are sent, because an import or a new school year may
  // change the others meanwhile.
  const [read] = useState({ name, className, number })
  const isNameless = name !== read.name && name.trim() === ''
  const save = () =>
    correct.mutate(
      {
        user_id: student.id,
        ...(className !== read.className && { class_name: className.trim() }),
        ...(number !== read.number && { student_no: number.trim() || null }),
        ...(name !== read.name && { real_name: name.trim() }),
      },
      { onSuccess: onClose },
    )
  return (
    <Dialog
      title={people.correctTitle(student.nickname)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{people.cancel}</Button>
          <Button tone="primary" busy={correct.isPending} blocked={isNameless} onClick={save}>
            {people.save}
          </Button>
        </>
      }
    >
      <Field
        label={people.name}
        value={name}
        maxLength={30}
        error={isNameless ? people.nameNeeded : null}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={people.className}
        value={className}
        maxLength={60}
        onChange={(event) => setClassName(event.target.value)}
      />
      <Field
        label={people.studentNo}
        value={number}
        maxLength={30}
        onChange={(event) => setNumber(event.target.value)}
        hint={people.numberHint}
      />
    </Dialog>
  )
}
