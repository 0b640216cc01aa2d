import type { Output } from '@tongchuang/contract/call.ts'
import type { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './resume.module.css'

type Resume = NonNullable<Output<typeof schoolAdmin.home>['resume']>

/** A link back to the works the user reviewed last. */
export const ResumeBanner = ({ resume }: { resume: Resume }) => {
  const { home } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const { task_id, title, waiting, reviewed, held, next_name, next_at } = resume
  return (
    <section className={styles.banner} aria-labelledby="resume">
      <p className={styles.leaf}>
        <small>{home.done}</small>
        <b>
          {reviewed}
          <span>/{reviewed + waiting}</span>
        </b>
      </p>
      <div>
        <h2 id="resume">{home.resume(title)}</h2>
        <p>{home.resumeNext(next_name, formatRelative(next_at, language, now), held)}</p>
      </div>
      <Link className={buttonClass('sun')} to={adminPaths.review({ task: task_id })}>
        {home.goOn}
      </Link>
    </section>
  )
}
