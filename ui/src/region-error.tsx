import { TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { failureId, failureText } from './fetch-transport.ts'
import styles from './region-error.module.css'
import { useUiTexts } from './ui-texts.ts'

/** A part of a page that failed: what, why, the number to quote, and a way to try again. The rest of the page lives on. */
export const RegionError = ({ what, error, onRetry }: { what?: string; error: unknown; onRetry: () => void }) => {
  const texts = useUiTexts()
  const id = failureId(error)
  return (
    <div className={styles.region} role="alert">
      <TriangleAlert size={20} aria-hidden />
      <div>
        <p className={styles.what}>{what ?? texts.failed}</p>
        <p className={styles.why}>
          {failureText(error)}
          {id && <span className={styles.id}>{texts.failedId(id)}</span>}
        </p>
      </div>
      <Button size="small" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
