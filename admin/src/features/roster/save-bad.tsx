import type { Output } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { send } from '@tongchuang/ui/send.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'

/** Saves the left-out rows as a file, to be corrected and imported separately. */
export const SaveBad = ({ id }: { id: number }) => {
  const { roster } = useTexts()
  const [isSaving, setIsSaving] = useState(false)
  const saveBad = async () => {
    setIsSaving(true)
    try {
      const lines: string[][] = [
        [
          roster.line,
          ...(['student_no', 'real_name', 'class_name', 'guild', 'email'] as const).map((part) => roster.parts[part]),
          roster.result,
        ],
      ]
      for (let after: string | null = ''; after !== null;) {
        const page: Output<typeof rosterAdmin.rows> = await send(rosterAdmin.rows, {
          id,
          status: 'bad' as const,
          limit: 100,
          ...(after ? { after } : {}),
        })
        lines.push(
          ...page.list.map((row) => [
            `${row.sheet} ${row.sheet_line}`.trim(),
            ...[row.student_no, row.real_name, row.class_name, row.guild, row.email, row.problem],
          ]),
        )
        after = page.next
      }
      saveCsv(roster.badName, lines)
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
