import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './consent-dialog.module.css'

/** What the school keeps and who sees it: the administrator's own words. */
export const ConsentDialog = ({ onClose }: { onClose: () => void }) => {
  const { accounts } = useTexts()
  const site = useSite()
  return (
    <Dialog title={accounts.consentTitle} onClose={onClose} wide>
      <p className={styles.text}>{site?.consent.text}</p>
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
