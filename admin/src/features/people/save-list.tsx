import type { Output } from '@tongchuang/contract/call.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { send } from '@tongchuang/ui/send.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { StudentFilter } from './queries.ts'

/** The students that are listed as a file with the columns an import reads. An address its owner has confirmed is theirs to give. */
export const SaveList = ({ filter }: { filter: StudentFilter }) => {
  const { people } = useTexts()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      const lines: string[][] = [
        [people.studentNo, people.name, people.className, people.email, people.emailState, people.lastLogin],
      ]
      for (let after: string | null = ''; after !== null;) {
        const page: Output<typeof peopleAdmin.list> = await send(peopleAdmin.list, {
          ...filter,
          limit: 100,
          ...(after ? { after } : {}),
        })
        lines.push(
          ...page.list.map((student) => [
            ...[student.student_no ?? '', student.real_name || student.nickname, student.class_name, student.email],
            people.emailStates[student.email_confirmed ? 'confirmed' : student.email ? 'listed' : 'none'],
            student.last_login_at ?? people.never,
          ]),
        )
        after = page.next
      }
      saveCsv(people.listName, lines)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Button busy={isSaving} onClick={() => void save()}>
      <Download size={16} aria-hidden />
      {people.saveList}
    </Button>
  )
}
