import { FileList } from '@tongchuang/ui/file-list.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CriteriaTable } from './criteria-table.tsx'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './task-paper.module.css'
import { TaskRules } from './task-rules.tsx'
import type { OpenTaskDialog } from './open-dialog-state.ts'
import { VersionList } from './version-list.tsx'

const Section = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <section className={[styles.section, className].filter(Boolean).join(' ')}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** The paper: the teacher's text and attachments, the criteria, and the versions handed in. */
export const TaskPaper = ({ page, type, open }: { page: StudentTask; type: TypeName; open: OpenTaskDialog }) => {
  const { taskDetail: texts } = useTexts()
  const { task, feedback, versions, draft } = page
  const isLocked = task.lock.some(({ reason }) => reason === 'LOCKED' || reason === 'LEVEL')
  return (
    <article className={styles.paper} aria-label={task.title}>
      <h2 className="vh">{texts.text}</h2>
      {/* The teacher's own headings begin at the fourth level. */}
      {task.content_html.includes('<h4') && <h3 className="vh">{task.title}</h3>}
      {task.content_html ? (
        <StoredHtml html={task.content_html} className={styles.text} />
      ) : (
        <p className={styles.hidden}>{task.summary || (isLocked ? texts.hiddenLocked : texts.hiddenSoon)}</p>
      )}
      {task.files.length > 0 && (
        <Section title={texts.files}>
          <FileList files={task.files} />
        </Section>
      )}
      {task.criteria.length > 0 && (
        <Section title={texts.criteria}>
          <CriteriaTable criteria={task.criteria} results={feedback[0]?.criteria ?? []} />
        </Section>
      )}
      <Section title={texts.rules}>
        <TaskRules page={page} />
      </Section>
      {(versions.length > 0 || draft) && (
        <Section title={texts.versions} className="no-print">
          <VersionList page={page} type={type} open={open} />
        </Section>
      )}
    </article>
  )
}
