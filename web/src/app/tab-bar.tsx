import { IconButton } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { ChevronDown, X } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { queryClient } from './profile.ts'
import styles from './tab-bar.module.css'
import { tabMenuWidth } from './tab-menu-width.ts'
import { setTabs, tabs as store } from './tabs-store.ts'
import { act } from './tabs.ts'
import type { Tab } from './no-tabs.ts'
import type { Action } from './tabs.ts'
import { table } from './table.ts'

const TabMenu = lazyPart(() => import('./tab-menu.tsx').then((module) => module.TabMenu))

/** Applies a menu action to a tab and navigates where it leads. */
const useActions = () => {
  const navigate = useNavigate()
  return (id: number, action: Action) => {
    const { tabs, goTo } = act(store.get(), id, action)
    setTabs(tabs)
    if (action === 'reload') void queryClient.invalidateQueries()
    if (goTo === null) return
    void navigate(goTo, {
      replace: action === 'reload',
      preventScrollReset: action !== 'reload',
      state: action === 'reload' ? null : { tab: true },
    })
  }
}

const keysOf: Readonly<Record<string, (index: number, length: number) => number>> = {
  ArrowLeft: (index, length) => (index + length - 1) % length,
  ArrowRight: (index, length) => (index + 1) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
}

const useTitleOf = () => {
  const { shell } = useTexts()
  return (tab: Tab): string => {
    const row = table.find(({ name }) => name === tab.name)
    return tab.title || (row ? shell.titles[row.meta.locale] : tab.fullPath)
  }
}

/** The tab of the page that is shown is in sight, however many there are. */
const useActiveInView = (bar: RefObject<HTMLElement | null>, active: number | null, count: number): void => {
  useLayoutEffect(() => {
    const track = bar.current?.querySelector('ul')
    const current = track?.querySelector('[aria-current]')?.parentElement
    if (track && current && track.scrollWidth > track.clientWidth)
      current.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [bar, active, count])
}

/** Which tab has its menu open, and where under the bar it stands. */
const useTabMenu = (bar: RefObject<HTMLElement | null>, active: number | null) => {
  const [menu, setMenu] = useState<{ tab: number; left: number } | null>(null)
  // Leaving a page closes the open menu.
  useEffect(() => setMenu(null), [active])
  return {
    menu,
    openMenu: (tab: number, anchor: Element, edge: 'left' | 'right' = 'left') => {
      const { left, right } = anchor.getBoundingClientRect()
      setMenu({
        tab,
        left: (edge === 'left' ? left : right - tabMenuWidth) - (bar.current?.getBoundingClientRect().left ?? 0),
      })
    },
    closeMenu: () => setMenu(null),
  }
}

type TabItemProps = {
  tab: Tab
  isOn: boolean
  /** Not for the first: it stays. */
  mayClose: boolean
  run: (id: number, action: Action) => void
  onMenu: (tab: number, anchor: Element) => void
}

/** The tab of one opened page. */
const TabItem = ({ tab, isOn, mayClose, run, onMenu }: TabItemProps) => {
  const { frame } = useTexts()
  const title = useTitleOf()(tab)
  const onKey = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      onMenu(tab.id, event.currentTarget)
      return
    }
    const links = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const index = links.indexOf(event.currentTarget)
    const next = keysOf[event.key]?.(index, links.length)
    if (event.key === 'Delete' && index > 0) {
      links[index - 1]?.focus()
      run(tab.id, 'close')
    }
    if (next === undefined && event.key !== 'Delete') return
    event.preventDefault()
    if (next !== undefined) links[next]?.focus()
  }
  const onMiddle = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    run(tab.id, 'close')
  }
  return (
    <li className={isOn ? styles.on : undefined}>
      <Link
        to={tab.fullPath}
        state={{ tab: true }}
        preventScrollReset
        title={title}
        aria-current={isOn ? 'page' : undefined}
        onKeyDown={onKey}
        onAuxClick={onMiddle}
        onContextMenu={(event) => {
          event.preventDefault()
          onMenu(tab.id, event.currentTarget)
        }}
      >
        {title}
      </Link>
      {mayClose && (
        <button
          type="button"
          aria-label={frame.tabs.closeOne(title)}
          title={frame.tabs.close}
          onClick={() => run(tab.id, 'close')}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </li>
  )
}

/** The opened pages under the navigation bar; arrow keys move among them, a middle click or Delete closes. */
export const TabBar = ({ isWhole }: { isWhole: boolean }) => {
  const { frame } = useTexts()
  const { list, active } = useStore(store)
  const run = useActions()
  const bar = useRef<HTMLElement>(null)
  const { menu, openMenu, closeMenu } = useTabMenu(bar, active)
  useActiveInView(bar, active, list.length)

  return (
    <nav ref={bar} className={`${styles.bar} ${isWhole ? styles.whole : ''} no-print`} aria-label={frame.tabs.label}>
      <ul>
        {list.map((tab, index) => (
          <TabItem key={tab.id} tab={tab} isOn={tab.id === active} mayClose={index > 0} run={run} onMenu={openMenu} />
        ))}
      </ul>
      <IconButton
        className={styles.more}
        label={frame.tabs.menu}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget }) =>
          menu ? closeMenu() : openMenu(active ?? list[0]?.id ?? 0, currentTarget, 'right')
        }
      >
        <ChevronDown size={18} aria-hidden />
      </IconButton>
      {menu && (
        <Suspense>
          <TabMenu
            id={menu.tab}
            left={menu.left}
            onAction={(action) => {
              closeMenu()
              run(menu.tab, action)
            }}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </nav>
  )
}
