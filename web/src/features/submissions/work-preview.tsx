import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { previewQuery } from './queries.ts'
import styles from './work-editor.module.css'

/** The text as its reader will see it, formulas included, in place of the field it is written in. */
export const WorkPreview = ({ content }: { content: string }) => {
  const { submissions: texts } = useTexts()
  const { data, error } = useQuery(previewQuery(content))
  const said = error ? failureText(error) : content.trim() === '' ? texts.previewEmpty : ''
  return (
    <section className={styles.preview} aria-label={texts.previewText}>
      {said ? <p>{said}</p> : data ? <StoredHtml html={data.content_html} /> : <Skeleton height={200} />}
    </section>
  )
}
