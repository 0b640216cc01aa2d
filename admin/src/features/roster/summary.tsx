import { CircleX, Equal, KeyRound, MailPlus, Plus, RefreshCw, Shield, Undo2, UserPlus } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { Absent } from './absent.tsx'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'

const icons = { new: Plus, joins: UserPlus, invited: MailPlus, changed: RefreshCw, same: Equal, bad: CircleX }

const statuses = ['new', 'joins', 'invited', 'changed', 'same', 'bad'] as const

/** The numbers of what an import will do or has done. */
export const Summary = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const isDone = one.state === 'applied'
  const guilds = one.guilds.new + one.guilds.known
  return (
    <aside className={styles.summary}>
      <h2>{isDone ? roster.whatHappened : roster.whatWillHappen}</h2>
      <dl>
        {statuses
          .filter((status) => status === 'new' || (one.counts?.[status] ?? 0) > 0)
          .map((status) => {
            const Icon = icons[status]
            return (
              <div key={status}>
                <dt>
                  <span className={styles.status} data-status={status}>
                    <Icon size={16} aria-hidden />
                  </span>
                  {roster.statuses[status]}
                  <small>{roster.meaning[status]}</small>
                </dt>
                <dd>{(one.counts?.[status] ?? 0) - (status === 'new' ? one.new_staff : 0)}</dd>
              </div>
            )
          })}
        {one.new_staff > 0 && (
          <div>
            <dt>
              <span className={styles.status} data-status="new">
                <KeyRound size={16} aria-hidden />
              </span>
              {roster.newStaff}
              <small>{roster.newStaffMeans}</small>
            </dt>
            <dd>{one.new_staff}</dd>
          </div>
        )}
        {guilds > 0 && (
          <div>
            <dt>
              <span className={styles.status}>
                <Shield size={16} aria-hidden />
              </span>
              {roster.parts.guild}
              <small>{roster.guildCounts(one.guilds.new, one.guilds.known)}</small>
            </dt>
            <dd>{guilds}</dd>
          </div>
        )}
      </dl>
      <Absent of={one.absent} />
      {one.state === 'checked' && (
        <p className={styles.promise}>
          <Undo2 size={16} aria-hidden />
          {roster.promise}
        </p>
      )}
    </aside>
  )
}
