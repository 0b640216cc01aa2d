import type { Output } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CheckedRows } from './checked-rows.tsx'
import { useApplyList } from './queries.ts'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'
import { Summary } from './summary.tsx'

/** The third step: every row judged, and the button that makes it real. */
export const CheckedList = ({ one, onBack }: { one: RosterImport; onBack: () => void }) => {
  const { roster } = useTexts()
  const [consent, setConsent] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const applying = useApplyList()
  const people = one.counts ? one.counts.new + one.counts.joins + one.counts.invited + one.counts.changed : 0

  const saveBad = async () => {
    setIsSaving(true)
    try {
      const lines: string[][] = [
        [
          roster.line,
          ...(['student_no', 'real_name', 'class_name', 'email'] as const).map((part) => roster.parts[part]),
          roster.result,
        ],
      ]
      for (let after: string | null = ''; after !== null;) {
        const page: Output<typeof rosterAdmin.rows> = await send(rosterAdmin.rows, {
          id: one.id,
          status: 'bad' as const,
          limit: 100,
          ...(after ? { after } : {}),
        })
        lines.push(
          ...page.list.map((row) => [
            String(row.line),
            ...[row.student_no, row.real_name, row.class_name, row.email, row.problem],
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
    <>
      <div className={styles.checked}>
        <CheckedRows one={one} />
        <Summary one={one} />
      </div>
      <div className={styles.foot}>
        <Button onClick={onBack}>{roster.back}</Button>
        <CheckRow checked={consent} onChange={setConsent}>
          {roster.consent}
        </CheckRow>
        <span className={styles.push} />
        {(one.counts?.bad ?? 0) > 0 && (
          <Button busy={isSaving} onClick={() => void saveBad()}>
            <Download size={16} aria-hidden />
            {roster.saveBad}
          </Button>
        )}
        <Button
          tone="primary"
          busy={applying.isPending}
          blocked={!consent || people === 0}
          onClick={() => applying.mutate(one.id)}
        >
          {roster.import(people)}
        </Button>
      </div>
    </>
  )
}
