import { CircleCheck, CircleDot, Circle } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './steps.module.css'

const order = ['file', 'columns', 'check', 'import', 'slips'] as const
export type StepName = (typeof order)[number]

/** Where one is of the five steps. */
export const Steps = ({ at }: { at: StepName }) => {
  const { roster } = useTexts()
  const here = order.indexOf(at)
  return (
    <ol className={styles.steps} aria-label={roster.stepsLabel}>
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
