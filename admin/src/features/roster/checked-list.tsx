import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { usePermitted } from '@tongchuang/ui/permission.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CheckedGuilds } from './checked-guilds.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { useApplyList } from './queries.ts'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'
import { SaveBad } from './save-bad.tsx'
import { Summary } from './summary.tsx'

/** The third step: the checked rows, and the button that starts the import. */
export const CheckedList = ({ one, onBack }: { one: RosterImport; onBack: () => void }) => {
  const { roster } = useTexts()
  const [consent, setConsent] = useState(false)
  const isAdmin = usePermitted(['admin'])
  const [view, setView] = useState<'rows' | 'guilds'>('rows')
  // A list for a single guild needs no view by guild.
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
