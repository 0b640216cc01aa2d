import { TriangleAlert, WifiOff } from 'lucide-react'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from './button.tsx'
import { failureId, failureText } from './fetch-transport.ts'
import { useOnline } from './online.ts'
import styles from './region-error.module.css'
import { sayAgain } from './toast.ts'
import { useUiTexts } from './ui-texts.ts'

/**
 * A part of a page that failed to load: what, why, the id to quote, and a retry button. The rest of the page keeps
 * working; a part that is missing only for lack of a network is loaded again when the network is back.
 */
export const RegionError = ({ what, error, onRetry }: { what?: string; error: unknown; onRetry: () => void }) => {
  const texts = useUiTexts()
  const id = failureId(error)
  const online = useOnline()
  const isMissing = !online && !(error instanceof CallFailed)
  const Icon = isMissing ? WifiOff : TriangleAlert
  return (
    // The offline banner has already announced a missing network.
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
