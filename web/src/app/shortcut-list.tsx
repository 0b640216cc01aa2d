import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './shortcut-list.module.css'
import { pageKeys, shortcutsOn, switchShortcuts } from './shortcuts.ts'

const Keys = ({ keys }: { keys: string }) => (
  <dt>
    {keys.split(' ').map((key, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same key may be pressed twice, and the order never changes
      <kbd key={index}>{key}</kbd>
    ))}
  </dt>
)

/** The list of keyboard shortcuts, and the switch that turns them off. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const { shell, frame } = useTexts()
  const on = useStore(shortcutsOn)
  return (
    <Dialog title={frame.shortcuts.title} onClose={onClose} unsaved={false}>
      <dl className={styles.keys}>
        {pageKeys.map(({ keys, locale }) => (
          <div key={keys}>
            <Keys keys={keys} />
            <dd>{shell.titles[locale]}</dd>
          </div>
        ))}
        <div>
          <Keys keys="?" />
          <dd>{frame.shortcuts.list}</dd>
        </div>
      </dl>
      <Switch label={frame.shortcuts.on} hint={frame.shortcuts.hint} checked={on} onChange={switchShortcuts} />
    </Dialog>
  )
}
