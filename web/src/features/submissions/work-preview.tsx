import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { previewQuery } from './queries.ts'
import styles from './work-editor.module.css'

/** The text as its reader will see it, formulas included, in place of the field it is written in. */
export const WorkPreview = ({ content }: { content: string }) => {
  const { submissions: texts } = useTexts()
  const read = useQuery(previewQuery(content))
  return (
    <section className={styles.preview} aria-label={texts.previewText}>
      <ReadFailure of={read} />
      {content.trim() === '' ? (
        <p>{texts.previewEmpty}</p>
      ) : (
        <>
          {read.data && <StoredHtml html={read.data.content_html} />}
          {!read.data && !read.error && <Skeleton height={200} />}
        </>
      )}
    </section>
  )
}
