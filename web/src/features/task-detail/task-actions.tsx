import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { Ellipsis } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { useStep } from './queries.ts'
import styles from './task-actions.module.css'
import { newestOf } from './open-dialog-state.ts'
import type { OpenTaskDialog } from './open-dialog-state.ts'

type Props = { page: StudentTask; type: TypeName; open: OpenTaskDialog }

/** The main action available now. */
const Primary = ({ page, type, open }: Props) => {
  const { taskDetail: texts } = useTexts()
  const { task, can } = page
  const step = useStep(task.id)
  const newest = newestOf(page)
  if (can.accept) {
    return (
      <Button tone="primary" size="big" busy={step.isPending} onClick={() => step.mutate({ kind: 'accept' })}>
        {task.state === 'passed' ? texts.acceptAgain : texts.accept}
      </Button>
    )
  }
  if (can.submit) {
    return (
      // The second click of a double click was meant for the button that was here before.
      <Link
        className={buttonClass('primary', 'big')}
        to={paths.submit({ guild: task.guild_id, task: task.id, type })}
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {task.state === 'returned' ? texts.revise : texts.write}
      </Link>
    )
  }
  if (newest) {
    return (
      <Button tone="primary" size="big" onClick={() => open({ kind: 'version', id: newest.id })}>
        {texts.mine}
      </Button>
    )
  }
  if (can.ask_extension) {
    return (
      <Button tone="primary" size="big" onClick={() => open({ kind: 'extend' })}>
        {texts.extend}
      </Button>
    )
  }
  if (task.lock.length > 0 && task.state !== 'expired' && task.state !== 'excused') {
    return (
      <Button tone="primary" size="big" blocked aria-describedby="task-locks">
        {texts.accept}
      </Button>
    )
  }
  return null
}

const Menu = ({ page, open }: Omit<Props, 'type'>) => {
  const { taskDetail: texts } = useTexts()
  const { task, can } = page
  const may = {
    withdraw: can.withdraw,
    share: task.state === 'passed' && can.share,
    appeal: can.appeal,
    extend: can.ask_extension && task.state !== 'expired',
    abort: can.abort,
  }
  const kinds = (['withdraw', 'share', 'appeal', 'extend', 'abort'] as const).filter((kind) => may[kind])
  return (
    <Popover
      label={texts.more}
      {...(styles.panel ? { className: styles.panel } : {})}
      button={(trigger) => (
        <IconButton label={texts.more} {...trigger}>
          <Ellipsis size={22} aria-hidden />
        </IconButton>
      )}
    >
      {(close) => (
        <ul className={styles.menu}>
          {kinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => {
                  close()
                  open({ kind })
                }}
              >
                {texts[kind]}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                close()
                // The menu must disappear before the browser prints the paper.
                requestAnimationFrame(() => window.print())
              }}
            >
              {texts.print}
            </button>
          </li>
        </ul>
      )}
    </Popover>
  )
}

/** The main action and a menu of the others; on phones they stay at the bottom, with the remaining time. */
export const TaskActions = ({ time, ...props }: Props & { time: string | null }) => {
  const { taskDetail: texts } = useTexts()
  return (
    <section className={`${styles.actions} no-print`} aria-label={texts.action}>
      {time && <span className={styles.time}>{time}</span>}
      <Primary {...props} />
      <Menu page={props.page} open={props.open} />
    </section>
  )
}
