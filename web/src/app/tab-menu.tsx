import { useStore } from '@tongchuang/ui/store.ts'
import { ChevronLeft, ChevronRight, LogOut, Minus, RotateCw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '../locales/texts.ts'
import { tabs } from './tabs-store.ts'
import styles from './tab-menu.module.css'
import { actions, mayDo } from './tabs.ts'
import type { Action } from './tabs.ts'

const icons = {
  reload: RotateCw,
  close: X,
  closeLeft: ChevronLeft,
  closeRight: ChevronRight,
  closeOthers: Minus,
  closeAll: LogOut,
}

/**
 * Manages the focus of an open menu: moves it into the menu, returns it on close, and closes the menu on a press
 * elsewhere.
 */
const useOpenMenu = (onClose: () => void) => {
  const menu = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const opener = document.activeElement
    const element = menu.current
    element?.querySelector<HTMLElement>('[role=menuitem]:not([aria-disabled])')?.focus({ preventScroll: true })
    const away = (event: Event) => {
      // The button that opened the menu toggles it by itself.
      if (
        event.target instanceof Element &&
        !element?.contains(event.target) &&
        !event.target.closest('[aria-haspopup=menu]')
      )
        close()
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      if (
        opener instanceof HTMLElement &&
        opener.isConnected &&
        (document.activeElement === document.body || element?.contains(document.activeElement))
      )
        opener.focus({ preventScroll: true })
    }
  }, [])

  return menu
}

/** The menu of actions below a tab; closes on Esc or a press elsewhere and returns the focus. */
export const TabMenu = ({
  id,
  left,
  onAction,
  onClose,
}: {
  id: number
  left: number
  onAction: (action: Action) => void
  onClose: () => void
}) => {
  const { frame } = useTexts()
  const state = useStore(tabs)
  const menu = useOpenMenu(onClose)

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const index = items.findIndex((item) => item === document.activeElement)
    const step = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      items.at(step % items.length)?.focus({ preventScroll: true })
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
    }
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={frame.tabs.menu}
      className={styles.menu}
      style={{ '--left': `${left}px` }}
      onKeyDown={onKey}
    >
      {actions.map((action) => {
        const Icon = icons[action]
        const may = mayDo(state, id, action)
        return (
          <button
            key={action}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={!may || undefined}
            onClick={() => {
              if (may) onAction(action)
            }}
          >
            <Icon size={18} aria-hidden />
            {frame.tabs[action]}
          </button>
        )
      })}
    </div>
  )
}
