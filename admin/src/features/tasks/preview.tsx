import { wordedLevels } from '@tongchuang/contract/rules/level-words.ts'
import { FileList } from '@tongchuang/ui/file-list.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatDeadline } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { previewQuery } from './queries.ts'
import styles from './preview.module.css'
import shared from './tasks.module.css'
import type { Editing } from './use-task-form.ts'

/** The task as its students see it, with its saved text. */
export const Preview = ({ editing }: { editing: Editing }) => {
  const { tasks } = useTexts()
  const { editor } = tasks
  const language = useLanguage()
  const { form, values } = editing
  const { data, error, refetch } = useQuery(previewQuery(form.id))
  if (error && !data) return <RegionError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList count={3} height={80} />
  return (
    <article className={styles.preview} aria-label={editor.previewNote}>
      <p className={shared.quiet}>
        {form.guild_name} · {tasks.types[values.type]} · {formatDeadline(values.due_at, language)}
      </p>
      <h2>{values.title}</h2>
      <h3 className="vh">{editor.sections.text}</h3>
      <StoredHtml html={data.content_html} />
      {values.files.length > 0 && (
        <>
          <h3>{editor.sections.files}</h3>
          <FileList files={values.files} />
        </>
      )}
      {values.criteria.length > 0 && (
        <>
          <h3>{editor.sections.criteria}</h3>
          <ul className={styles.measure}>
            {values.criteria.map((one, at) => (
              <li key={one.id ?? at}>
                <b>{one.label}</b>
                <span>
                  {[
                    one.description,
                    ...wordedLevels(one.level_words).map(({ level, text }) => `${editor.level(level)}: ${text}`),
                  ]
                    .filter((words) => words !== '')
                    .join(' / ')}
                </span>
                <span className="num">{one.weight}%</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {values.questions.length > 0 && (
        <>
          <h3>{editor.sections.questions}</h3>
          <ol className={styles.measure}>
            {values.questions.map((one) => (
              <li key={one.id}>
                <b>{one.label}</b>
                <span>{(one.options ?? []).map(({ text }) => text).join(' / ')}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </article>
  )
}
