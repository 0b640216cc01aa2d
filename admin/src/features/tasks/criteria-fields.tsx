import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { ArrowDown, ArrowUp, Library, Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { moved } from './chapters.tsx'
import { spreadWeights, takenOver, withCriterion, withoutCriterion } from './form-values.ts'
import type { Criterion } from './form-values.ts'
import { LevelFields } from './level-fields.tsx'
import { criteriaIn, isEmpty, withPasted } from './pasted-criteria.ts'
import type { PastedCriteria } from './pasted-criteria.ts'
import styles from './task-fields.module.css'
import shared from './tasks.module.css'

// Loaded only when it is opened.
const CriteriaSets = lazyPart(() => import('./criteria-sets.tsx').then((module) => module.CriteriaSets))

const most = 8

/** The label of a criterion; a copied table that is pasted here is several criteria. */
const LabelField = ({
  at,
  value,
  locked,
  onChange,
  onTable,
}: {
  at: number
  value: string
  locked: boolean
  onChange: (label: string) => void
  onTable: (table: PastedCriteria) => void
}) => {
  const { editor } = useTexts().tasks
  const paste = (event: ClipboardEvent) => {
    const table = criteriaIn(event.clipboardData.getData('text/plain'))
    if (!table) return
    event.preventDefault()
    onTable(table)
  }
  return (
    <input
      aria-label={editor.criterionAt(at + 1)}
      placeholder={editor.criterion}
      maxLength={40}
      value={value}
      disabled={locked}
      onChange={(event) => onChange(event.target.value)}
      onPaste={paste}
    />
  )
}

/** One criterion: its texts, its weight and its position. */
const CriterionRow = ({
  one,
  at,
  isLast,
  total,
  locked,
  onSet,
  onMove,
  onRemove,
  onTable,
}: {
  one: Criterion
  at: number
  isLast: boolean
  /** The sum of all weights: unless it is 100, each weight is marked. */
  total: number
  locked: boolean
  onSet: (next: Partial<Criterion>) => void
  onMove: (to: number) => void
  onRemove: () => void
  onTable: (table: PastedCriteria) => void
}) => {
  const { editor } = useTexts().tasks
  return (
    <li>
      <LabelField at={at} value={one.label} locked={locked} onChange={(label) => onSet({ label })} onTable={onTable} />
      <input
        aria-label={editor.bestAt(at + 1)}
        placeholder={editor.best}
        maxLength={200}
        value={one.description}
        disabled={locked}
        onChange={(event) => onSet({ description: event.target.value })}
      />
      <input
        className={styles.weight}
        aria-label={editor.weightAt(at + 1)}
        type="number"
        min={0}
        max={100}
        value={one.weight}
        disabled={locked}
        aria-invalid={total !== 100 || one.weight === 0 || undefined}
        onChange={(event) => onSet({ weight: Math.min(100, Math.max(0, Math.trunc(Number(event.target.value) || 0))) })}
      />
      <button
        type="button"
        aria-label={editor.upAt(at + 1)}
        disabled={locked || at === 0}
        onClick={() => onMove(at - 1)}
      >
        <ArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={editor.downAt(at + 1)}
        disabled={locked || isLast}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown size={16} aria-hidden />
      </button>
      <button type="button" aria-label={editor.removeCriterion(at + 1)} disabled={locked} onClick={onRemove}>
        <X size={16} aria-hidden />
      </button>
      <LevelFields
        number={at + 1}
        words={one.level_words}
        locked={locked}
        onChange={(level_words) => onSet({ level_words })}
      />
    </li>
  )
}

const CriteriaList = ({
  criteria,
  locked,
  onChange,
}: {
  criteria: readonly Criterion[]
  locked: boolean
  onChange: (next: Criterion[]) => void
}) => {
  const { editor } = useTexts().tasks
  const total = weightOf(criteria)
  const set = (at: number, next: Partial<Criterion>) =>
    onChange(criteria.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const put = (at: number, { criteria: pasted, cut }: PastedCriteria) => {
    const next = withPasted(criteria, at, pasted)
    const left = Math.max(0, next.length - most)
    showToast(editor.pastedCriteria(pasted.length - left, left, cut), left + cut > 0 ? 'warning' : 'success')
    onChange(next.slice(0, most))
  }
  return (
    <ol className={styles.criteria}>
      {criteria.map((one, at) => (
        <CriterionRow
          key={one.id ?? `new-${at}`}
          one={one}
          at={at}
          isLast={at === criteria.length - 1}
          total={total}
          locked={locked}
          onSet={(next) => set(at, next)}
          onMove={(to) => onChange(moved(criteria, at, to))}
          onRemove={() => onChange(withoutCriterion(criteria, at))}
          onTable={(table) => put(at, table)}
        />
      ))}
    </ol>
  )
}

/** The criteria of a task: up to eight, whose weights add up to 100. */
export const CriteriaFields = ({
  criteria,
  onChange,
  locked,
  guild_id,
  mayShare,
}: {
  criteria: Criterion[]
  onChange: (next: Criterion[]) => void
  locked: boolean
  guild_id: number
  /** Whether sets can be shared with the staff of the guild. */
  mayShare: boolean
}) => {
  const { criteriaSets, tasks } = useTexts()
  const { editor } = tasks
  const [choosing, setChoosing] = useState(false)
  const total = weightOf(criteria)
  return (
    <div>
      {criteria.length === 0 && <p className={shared.quiet}>{editor.noCriteria}</p>}
      {criteria.length > 0 && <CriteriaList criteria={criteria} locked={locked} onChange={onChange} />}
      {criteria.length > 0 && criteria.every(isEmpty) && <p className={shared.quiet}>{editor.pasteCriteria}</p>}
      <div className={styles.under}>
        <Button
          size="small"
          blocked={locked || criteria.length >= most}
          onClick={() => onChange(withCriterion(criteria))}
        >
          <Plus size={16} aria-hidden />
          {editor.addCriterion}
        </Button>
        <Button size="small" onClick={() => setChoosing(true)}>
          <Library size={16} aria-hidden />
          {criteriaSets.open}
        </Button>
        {criteria.length > 0 && <b data-wrong={total !== 100 || undefined}>{editor.total(total)}</b>}
      </div>
      {criteria.length > 0 && total !== 100 && (
        <div className={styles.under}>
          <FieldError id="weights-error">{editor.short(100 - total)}</FieldError>
          <Button size="small" tone="text" onClick={() => onChange(spreadWeights(criteria))}>
            {editor.spread}
          </Button>
        </div>
      )}
      <Suspense>
        {choosing && (
          <CriteriaSets
            criteria={criteria}
            guild_id={guild_id}
            mayShare={mayShare}
            locked={locked}
            onUse={(set) => onChange(takenOver(set.criteria))}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
