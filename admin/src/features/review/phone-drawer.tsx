import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { describedBy, FieldError } from '@tongchuang/ui/field.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { useId, useRef, type ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Criteria } from './criteria.tsx'
import { isScoreWrong, percentOf } from './form.ts'
import styles from './phone-drawer.module.css'
import { ScorePad } from './score-pad.tsx'
import { Conflict, Said, type ScoreParts } from './score-pane.tsx'
import { Total, useSaveWords } from './score-total.tsx'
import type { Drawer } from './use-drawer.ts'

/** The distance of a finger on the handle beyond which it drags instead of pressing. */
const drawnPixels = 24

/** The handle that opens and closes the drawer by a press or by dragging. */
const Handle = ({ drawer, controls }: { drawer: Drawer; controls: string }) => {
  const { reviewPhone: texts } = useTexts()
  const from = useRef<number | null>(null)
  const wasDrawn = useRef(false)
  return (
    <button
      type="button"
      className={styles.handle}
      aria-expanded={drawer.part !== null}
      aria-controls={controls}
      aria-label={texts.drawer}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = event.clientY
        wasDrawn.current = false
      }}
      onPointerUp={({ clientY }) => {
        const by = clientY - (from.current ?? clientY)
        from.current = null
        if (Math.abs(by) < drawnPixels) return
        wasDrawn.current = true
        if (by < 0) drawer.open()
        else drawer.close()
      }}
      onClick={() => {
        if (!wasDrawn.current) drawer.toggle()
        wasDrawn.current = false
      }}
    />
  )
}

/** The typed score, and whether it passes. */
const Score = ({ work, form, onChange, drawer }: ScoreParts & { drawer: Drawer }) => {
  const { review, reviewPhone: texts } = useTexts()
  const id = useId()
  const total = percentOf(work, form)
  const wrong = onChange !== null && isScoreWrong(work, form)
  if (!work.scored) return <h2>{texts.said}</h2>
  const isOut = work.status === 'released'
  const final = isOut ? (work.result?.score ?? null) : total && Math.round(total.final * work.max_score) / 100
  const passes = isOut ? work.result?.decision === 'pass' : total !== null && total.final >= work.pass_line
  return (
    <>
      <h2 className="vh">{review.score}</h2>
      <p className={styles.score}>
        {onChange && work.criteria.length === 0 ? (
          <input
            type="text"
            // The digits of the drawer replace the phone's on-screen keyboard; a physical keyboard still works.
            inputMode="none"
            autoComplete="off"
            aria-label={review.number(work.max_score)}
            placeholder="–"
            maxLength={8}
            value={form.score}
            {...describedBy(id, null, wrong)}
            data-score
            onClick={() => drawer.open('score')}
            onChange={(event) => onChange({ score: event.target.value })}
          />
        ) : (
          <b className="num" data-none={final === null || undefined}>
            {final ?? '–'}
          </b>
        )}
        <small className="num">{texts.outOf(work.max_score)}</small>
      </p>
      {wrong && <FieldError id={`${id}-error`}>{review.scoreWrong(work.max_score)}</FieldError>}
      {final !== null && (
        <output aria-label={review.total} className={styles.passes}>
          <span className="vh">
            {final} {review.unit}
          </span>
          <StateMark state={passes ? 'passed' : 'failed'}>{passes ? review.passed : review.failed}</StateMark>
        </output>
      )}
    </>
  )
}

const isLate = ({ versions, version, late_deduction }: ReviewWork, marked: number | null): boolean =>
  late_deduction > 0 || versions.some((one) => one.version === (marked ?? version) && one.late)

/** The input of the score: a level for each criterion, or its digits. */
const Giving = (parts: ScoreParts) => {
  const { work, form, onChange, at, onAt } = parts
  if (!onChange) return <Total work={work} form={form} onChange={null} />
  return (
    <>
      {work.criteria.length > 0 ? (
        <Criteria work={work} form={form} onChange={onChange} at={at} onAt={onAt} />
      ) : (
        <ScorePad score={form.score} max={work.max_score} onScore={(score) => onChange({ score })} />
      )}
      {isLate(work, form.version) && <Total work={work} form={form} onChange={onChange} />}
    </>
  )
}

/**
 * The review form of a phone, below the picture. Closed, it shows the score, the record button and the button for the
 * next work; open, the input of the score or all feedback. It consists of the same parts as the column of a wide
 * window.
 */
export const PhoneDrawer = ({ drawer, bar, ...parts }: ScoreParts & { drawer: Drawer; bar: ReactNode }) => {
  const { review, reviewPhone: texts } = useTexts()
  const id = useId()
  const words = useSaveWords(parts.saving)
  const isScored = parts.work.scored && parts.work.status !== 'released'
  return (
    <aside className={styles.drawer} aria-label={review.score} data-open={drawer.part ?? undefined}>
      <Handle drawer={drawer} controls={id} />
      <div className={styles.head}>
        <Score {...parts} drawer={drawer} />
        <output className={styles.saving} data-failed={parts.saving.state === 'failed' || undefined}>
          {words}
        </output>
      </div>
      <div id={id} className={styles.body} hidden={drawer.part === null}>
        {drawer.part !== null && (
          <>
            {isScored && (
              <Segments
                label={texts.drawerParts}
                items={[
                  { value: 'score', label: texts.give },
                  { value: 'words', label: texts.said },
                ]}
                value={drawer.part}
                onChange={drawer.open}
              />
            )}
            <Conflict conflict={parts.conflict} />
            {isScored && drawer.part === 'score' ? <Giving {...parts} /> : <Said {...parts} />}
          </>
        )}
      </div>
      {bar}
    </aside>
  )
}
