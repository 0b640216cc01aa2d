import { CircleX, Equal, MailPlus, Plus, RefreshCw, Shield, Undo2 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'

const icons = { new: Plus, joins: Shield, invited: MailPlus, changed: RefreshCw, same: Equal, bad: CircleX }

/** What an import will do, or did, in five numbers. */
export const Summary = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const isDone = one.state === 'applied'
  return (
    <aside className={styles.summary}>
      <h2>{isDone ? roster.whatHappened : roster.whatWillHappen}</h2>
      <dl>
        {(['new', 'joins', 'invited', 'changed', 'same', 'bad'] as const).map((status) => {
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
              <dd>{one.counts?.[status] ?? 0}</dd>
            </div>
          )
        })}
      </dl>
      {one.state === 'checked' && (
        <p className={styles.promise}>
          <Undo2 size={16} aria-hidden />
          {roster.promise}
        </p>
      )}
    </aside>
  )
}
