import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { upTo999 } from '@tongchuang/ui/shown-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './phone-menu.module.css'
import { SideMenu } from './side-menu.tsx'
import { homeQuery } from '../queries/home.ts'

/** The menu of all pages on a phone, as a drawer. */
export const PhoneMenu = ({ active, role }: { active: string | undefined; role: RoleKey }) => {
  const { shell } = useTexts()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { data: home } = useQuery(homeQuery)
  const waiting = home?.waiting.total ?? 0
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <span className={styles.open}>
        <IconButton label={shell.menu} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Menu size={20} aria-hidden />
        </IconButton>
        {waiting > 0 && <b>{upTo999(waiting)}</b>}
      </span>
      {isOpen &&
        // Rendered outside the rail, whose styles make pages small and stack them.
        createPortal(
          <Dialog title={shell.menu} side="left" onClose={() => setOpen(false)}>
            <div className={styles.drawer}>
              <SideMenu active={active} role={role} />
            </div>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
