import { CircleCheck, CircleDot, Circle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './steps.module.css'

const order = ['file', 'columns', 'check', 'import', 'slips'] as const
export type StepName = (typeof order)[number]

/**
 * The current one of the five steps. A new step scrolls to the top, and takes the focus if the pressed button
 * disappeared.
 */
export const Steps = ({ at }: { at: StepName }) => {
  const { roster } = useTexts()
  const here = order.indexOf(at)
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(at)

  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    if (document.activeElement === document.body) list.current?.focus()
    scrollTo(0, 0)
  }, [at])

  return (
    <ol ref={list} tabIndex={-1} className={styles.steps} aria-label={roster.stepsLabel}>
      {order.map((step, index) => {
        const Icon = index < here ? CircleCheck : index === here ? CircleDot : Circle
        return (
          <li key={step} aria-current={index === here ? 'step' : undefined} data-done={index < here || undefined}>
            <Icon size={16} aria-hidden />
            {roster.steps[step]}
          </li>
        )
      })}
    </ol>
  )
}
