import { Button } from '@tongchuang/ui/button.tsx'
import { copyText } from '@tongchuang/ui/copy-text.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useId, useState } from 'react'
import { useTexts } from '../locales/texts.ts'
import { loadServerMenu, serverMenu } from './server-menu.ts'
import { changeSettings, configurationText, isMenuWidth, menuWidths, settings } from './settings.ts'
import styles from './settings-drawer.module.css'
import { useIsMobile } from './use-is-mobile.ts'

const MenuWidth = () => {
  const { frame } = useTexts()
  const { menuWidth } = useStore(settings)
  const [typed, setTyped] = useState(String(menuWidth))
  const id = useId()
  const isGood = isMenuWidth(Number(typed || NaN))
  return (
    <>
      <div className={styles.line}>
        <label htmlFor={id}>{frame.settings.menuWidth}</label>
        <input
          id={id}
          inputMode="numeric"
          maxLength={4}
          value={typed}
          aria-invalid={!isGood || undefined}
          aria-describedby={`${id}-range`}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value !== '' && isMenuWidth(Number(target.value)))
              changeSettings({ menuWidth: Number(target.value) })
          }}
          onBlur={() => setTyped(String(menuWidth))}
        />
      </div>
      <p id={`${id}-range`} className={styles.range} role={isGood ? undefined : 'alert'}>
        {frame.settings.widthRange(menuWidths.least, menuWidths.most)}
      </p>
    </>
  )
}

/** The settings drawer (specification section 2): everything acts at once and stays on this device. */
export const SettingsDrawer = ({ onClose }: { onClose: () => void }) => {
  const { frame } = useTexts()
  const texts = useUiTexts()
  const chosen = useStore(settings)
  const isMobile = useIsMobile()
  const [asking, setAsking] = useState(false)

  const switchOf = (name: 'navbar' | 'menu' | 'topMenu' | 'footer' | 'tabBar' | 'colorWeak') => (
    <Switch label={frame.settings[name]} checked={chosen[name]} onChange={(next) => changeSettings({ [name]: next })} />
  )
  // The menu is fetched first: without it the switch stays off, and the notice says why.
  const fromServer = async (next: boolean) => {
    setAsking(true)
    if (!next || (await loadServerMenu())) changeSettings({ menuFromServer: next })
    setAsking(false)
  }
  const copy = async () => {
    const text = configurationText(chosen, { isMobile, isOpen: true, serverMenu: serverMenu.get() ?? [] })
    try {
      await copyText(text)
      showToast(frame.settings.copied, 'success')
    } catch {
      showToast(frame.settings.copyFailed)
    }
  }

  return (
    <Dialog
      title={frame.settings.title}
      side="right"
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button tone="primary" onClick={() => void copy()}>
            {frame.settings.copy}
          </Button>
        </>
      }
    >
      <div className={styles.drawer}>
        <h3>{frame.settings.content}</h3>
        {switchOf('navbar')}
        {switchOf('menu')}
        {switchOf('topMenu')}
        {switchOf('footer')}
        {switchOf('tabBar')}
        <Switch
          label={frame.settings.menuFromServer}
          checked={chosen.menuFromServer}
          busy={asking}
          onChange={(next) => void fromServer(next)}
        />
        <MenuWidth />
        <h3>{frame.settings.other}</h3>
        {switchOf('colorWeak')}
        <p className={styles.note}>{frame.settings.note}</p>
      </div>
    </Dialog>
  )
}
