import type { Output } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { send } from '@tongchuang/ui/send.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'

type Row = Output<typeof rosterAdmin.rows>['list'][number]

/** Saves the left-out rows as a file, to be corrected and imported separately. */
export const SaveBad = ({ id }: { id: number }) => {
  const { roster } = useTexts()
  const [isSaving, setIsSaving] = useState(false)
  const saveBad = async () => {
    setIsSaving(true)
    try {
      const rows: Row[] = []
      for (let after: string | null = ''; after !== null;) {
        const page: Output<typeof rosterAdmin.rows> = await send(rosterAdmin.rows, {
          id,
          status: 'bad' as const,
          limit: 100,
          ...(after ? { after } : {}),
        })
        rows.push(...page.list)
        after = page.next
      }
      const parts = [
        ...(['student_no', 'real_name', 'class_name', 'gender', 'email'] as const),
        // A column of guilds asks each row for one; without its role, a teacher would come back as a student.
        ...(rows.some(({ guild }) => guild !== '') ? (['guild'] as const) : []),
        ...(rows.some(({ role }) => role !== 'student') ? (['role'] as const) : []),
      ]
      const cells = (row: Row): string[] => parts.map((part) => (part === 'role' ? roster.roles[row.role] : row[part]))
      const lines = rows.map((row) => [`${row.sheet} ${row.sheet_line}`.trim(), ...cells(row), row.problem])
      saveCsv(roster.badName, [[roster.line, ...parts.map((part) => roster.parts[part]), roster.result], ...lines])
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Button busy={isSaving} onClick={() => void saveBad()}>
      <Download size={16} aria-hidden />
      {roster.saveBad}
    </Button>
  )
}
