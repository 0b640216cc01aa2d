import { adminPaths } from '@tongchuang/contract/paths.ts'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ChooseTable } from './choose-table.tsx'
import styles from './entered-import.module.css'
import { MatchTable } from './match-table.tsx'
import { Outcome } from './outcome.tsx'
import { isOfOldScale } from '../../queries/review.ts'
import { importQuery, useApply, type EnteredImport } from './queries.ts'

const order = ['template', 'file', 'columns', 'check', 'write'] as const
type Step = (typeof order)[number]

const Steps = ({ at, isDone }: { at: Step; isDone: boolean }) => {
  const { enteredImport: texts } = useTexts()
  const here = order.indexOf(at)
  return (
    <ol className={styles.steps} aria-label={texts.stepsLabel}>
      {order.map((step, index) => {
        const passed = index < here || isDone
        const Icon = passed ? CircleCheck : index === here ? CircleDot : Circle
        return (
          <li key={step} aria-current={index === here ? 'step' : undefined} data-done={passed || undefined}>
            <Icon size={16} aria-hidden />
            {texts.steps[step]}
          </li>
        )
      })}
    </ol>
  )
}

/** The fourth step: the results that would be saved, and the decisions needed before. */
const Checked = ({ one, onBack }: { one: EnteredImport; onBack: () => void }) => {
  const { enteredImport: texts } = useTexts()
  const apply = useApply()
  const counts = one.counts ?? { new: 0, changed: 0, same: 0, ask: 0, released: 0, bad: 0 }
  return (
    <>
      <CheckedRows one={one} />
      <p className={styles.quiet}>{texts.afterwards}</p>
      <div className={styles.foot}>
        <Button onClick={onBack}>{texts.back}</Button>
        <span className={styles.quiet}>{texts.open(counts.ask - one.taken, counts.bad)}</span>
        <Button
          tone="primary"
          busy={apply.isPending}
          onClick={() => apply.mutate(one.id, { onError: (error) => isOfOldScale(error) && onBack() })}
        >
          {texts.write(counts.new + counts.changed + one.taken)}
        </Button>
      </div>
    </>
  )
}

const stepOf = (one: EnteredImport | undefined, isMatching: boolean): Step => {
  if (!one) return 'template'
  if (one.state === 'read' || isMatching) return 'columns'
  return one.state === 'checked' ? 'check' : 'write'
}

/** The import of a table of results into one task, in five steps. */
export const ImportBoard = ({ guild_id, task_id }: { guild_id: number; task_id: number }) => {
  const { enteredImport: texts } = useTexts()
  const { query, change } = useAddressQuery()
  const id = Number(query.get('import')) || 0
  const found = useQuery({ ...importQuery(id), enabled: id > 0 })
  const [isMatching, setMatching] = useState(false)
  const one = id > 0 ? found.data : undefined
  const step = stepOf(one, isMatching)
  return (
    <div className={styles.board}>
      <header className={styles.head}>
        <Link to={adminPaths.grades({ guild: guild_id })} aria-label={texts.toGrades} className={styles.backLink}>
          <ChevronLeft size={20} aria-hidden />
        </Link>
        <h1 tabIndex={-1}>{texts.heading}</h1>
        {one && <span>{`${one.task_title} · ${one.guild_name}`}</span>}
        {one && <span className={styles.quiet}>{`${one.file_name} · ${texts.rowCount(one.row_count)}`}</span>}
      </header>
      <Steps at={step} isDone={step === 'write'} />
      {id > 0 && found.isPending && <Skeleton height={320} />}
      {id > 0 && found.error && <RegionError error={found.error} onRetry={() => void found.refetch()} />}
      {id === 0 && (
        <ChooseTable
          task_id={task_id}
          onRead={(read) => {
            setMatching(true)
            change({ import: String(read.id) })
          }}
        />
      )}
      {one && step === 'columns' && <MatchTable key={one.id} one={one} onChecked={() => setMatching(false)} />}
      {one && step === 'check' && <Checked one={one} onBack={() => setMatching(true)} />}
      {one && step === 'write' && <Outcome one={one} />}
    </div>
  )
}
