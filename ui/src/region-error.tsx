import { TriangleAlert, WifiOff } from 'lucide-react'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from './button.tsx'
import { failureId, failureText } from './fetch-transport.ts'
import { useOnline } from './online.ts'
import styles from './region-error.module.css'
import { sayAgain } from './toast.ts'
import { useUiTexts } from './ui-texts.ts'

/**
 * A part of a page that failed: what, why, the number to quote, and a retry button. The rest of the page keeps working;
 * a part that is missing only for lack of a network comes back with it by itself.
 */
export const RegionError = ({ what, error, onRetry }: { what?: string; error: unknown; onRetry: () => void }) => {
  const texts = useUiTexts()
  const id = failureId(error)
  const online = useOnline()
  const isMissing = !online && !(error instanceof CallFailed)
  const Icon = isMissing ? WifiOff : TriangleAlert
  return (
    // Of what only waits for the network the banner has spoken.
    <div className={styles.region} role={isMissing ? undefined : 'alert'}>
      <Icon size={20} aria-hidden />
      <div>
        <p className={styles.what}>{what ?? texts.failed}</p>
        <p className={styles.why}>
          {isMissing ? texts.comesBack : failureText(error)}
          {id && <span className={styles.id}>{texts.failedId(id)}</span>}
        </p>
      </div>
      <Button
        size="small"
        onClick={() => {
          sayAgain()
          onRetry()
        }}
      >
        {texts.retry}
      </Button>
    </div>
  )
}
