import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './consent-dialog.module.css'

/** What the school keeps and who sees it: the administrator's own words. */
export const ConsentDialog = ({ onClose }: { onClose: () => void }) => {
  const { accounts } = useTexts()
  const read = useSiteRead()
  return (
    <Dialog title={accounts.consentTitle} onClose={onClose} wide>
      <ReadFailure of={read} what={accounts.siteFailed.consent} />
      {!read.data && read.error === null && <Skeleton height={96} />}
      <p className={styles.text}>{read.data?.consent.text}</p>
      <dl className={styles.sees}>
        {accounts.sees.map(([who, what]) => (
          <div key={who}>
            <dt>{who}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
