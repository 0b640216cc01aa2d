import type { SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './site-settings.module.css'

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

type Props = {
  name: SettingKey
  theirs: unknown
  yours: unknown
  onTheirs: () => void
  onYours: () => void
  onClose: () => void
}

/** A conflict with another administrator's change of the same setting: both values, and the choice between them. */
export const Conflict = ({ name, theirs, yours, onTheirs, onYours, onClose }: Props) => {
  const { settings } = useTexts()
  return (
    <Dialog
      title={settings.conflict(settings.names[name])}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTheirs}>{settings.takeTheirs}</Button>
          <Button tone="primary" onClick={onYours}>
            {settings.keepYours}
          </Button>
        </>
      }
    >
      <p>{settings.conflictText}</p>
      <dl className={styles.both}>
        <div>
          <dt>{settings.theirs}</dt>
          <dd>{shown(theirs)}</dd>
        </div>
        <div>
          <dt>{settings.yours}</dt>
          <dd>{shown(yours)}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
