import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTexts } from '../locales/texts.ts'
import { MenuIcon, MenuLink } from './menus.tsx'
import styles from './menus.module.css'
import { changeSettings, settings } from './settings.ts'
import { useMenu, useMenuWords } from './use-menu.ts'

/** The menu at the left, of a chosen width or collapsed to its pictures. */
export const SideMenu = () => {
  const { shell, frame } = useTexts()
  const words = useMenuWords()
  const { menuCollapse, menuWidth } = useStore(settings)
  const Fold = menuCollapse ? PanelLeftOpen : PanelLeftClose
  const fold = menuCollapse ? frame.unfoldMenu : frame.foldMenu
  return (
    <nav
      className={`${styles.side} no-print`}
      style={{ width: menuCollapse ? 48 : menuWidth }}
      aria-label={shell.mainNav}
    >
      {useMenu().map((item) => (
        <MenuLink key={item.name} item={item} title={menuCollapse ? words(item) : undefined}>
          <MenuIcon item={item} size={20} />
          <span className={menuCollapse ? 'vh' : styles.words}>{words(item)}</span>
        </MenuLink>
      ))}
      <button
        type="button"
        aria-expanded={!menuCollapse}
        aria-label={fold}
        title={fold}
        onClick={() => changeSettings({ menuCollapse: !menuCollapse })}
      >
        <Fold size={20} aria-hidden />
      </button>
    </nav>
  )
}

/** The menu at the left as a drawer, for screens without room for it. */
export const MenuDrawer = ({ onClose }: { onClose: () => void }) => {
  const { shell, frame } = useTexts()
  const words = useMenuWords()
  return (
    <Dialog title={frame.menu} side="left" onClose={onClose}>
      <nav className={styles.inDrawer} aria-label={shell.mainNav}>
        {useMenu().map((item) => (
          <MenuLink key={item.name} item={item} onClick={onClose}>
            <MenuIcon item={item} size={20} />
            {words(item)}
          </MenuLink>
        ))}
      </nav>
    </Dialog>
  )
}
