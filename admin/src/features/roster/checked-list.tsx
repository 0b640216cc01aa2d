import type { Output } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { usePermitted } from '@tongchuang/ui/permission.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CheckedGuilds } from './checked-guilds.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { useApplyList } from './queries.ts'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'
import { Summary } from './summary.tsx'

/** The third step: every row judged, and the button that makes it real. */
export const CheckedList = ({ one, onBack }: { one: RosterImport; onBack: () => void }) => {
  const { roster } = useTexts()
  const [consent, setConsent] = useState(false)
  const isAdmin = usePermitted(['admin'])
  const [view, setView] = useState<'rows' | 'guilds'>('rows')
  // A list for one guild has nothing to be seen by guild.
  const hasGuilds = isAdmin && one.guild_id === null
  const applying = useApplyList()
  const people = one.counts ? one.counts.new + one.counts.joins + one.counts.invited + one.counts.changed : 0

  return (
    <>
      <div className={styles.checked}>
        <div className={styles.seen}>
          {hasGuilds && (
            <Segments
              label={roster.view}
              value={view}
              onChange={setView}
              items={[
                { value: 'rows', label: roster.byRow },
                { value: 'guilds', label: roster.byGuild },
              ]}
            />
          )}
          {view === 'rows' && hasGuilds && typeof one.mapping?.guild !== 'number' && (
            <Notice asking title={roster.noGuildColumn}>
              {roster.noGuildColumnText}
            </Notice>
          )}
          {view === 'guilds' && hasGuilds ? <CheckedGuilds one={one} /> : <CheckedRows one={one} />}
        </div>
        <Summary one={one} />
      </div>
      <div className={styles.foot}>
        <Button onClick={onBack}>{roster.back}</Button>
        <CheckRow checked={consent} onChange={setConsent}>
          {roster.consent}
        </CheckRow>
        <span className={styles.push} />
        {(one.counts?.bad ?? 0) > 0 && <SaveBad id={one.id} />}
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

/** The rows that are left out, as a file to be put right and imported by itself. */
const SaveBad = ({ id }: { id: number }) => {
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
