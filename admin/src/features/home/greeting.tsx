import { adminPaths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { leading, usePermitted } from '@tongchuang/ui/permission.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { formatMoment, formatTime } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './greeting.module.css'

/** The heading of the first page: a greeting by the time of the school. */
export const Greeting = () => {
  const { home, shell } = useTexts()
  const { nickname } = useMe()
  const mayBegin = usePermitted(leading)
  const site = useSite()
  const language = useLanguage()
  const now = useNow()
  return (
    <header className={styles.head}>
      <h1>{home.greeting(Number.parseInt(formatTime(now, 'zh-CN'), 10), nickname)}</h1>
      {site?.demo && <span className={styles.demo}>{shell.demo}</span>}
      <time className={styles.now} dateTime={new Date(now).toISOString()}>
        {formatMoment(now, language, now)}
      </time>
      {mayBegin && (
        <Link className={buttonClass()} to={adminPaths.tasks({ isNew: true })}>
          <Plus size={16} aria-hidden />
          {home.newTask}
        </Link>
      )}
    </header>
  )
}
