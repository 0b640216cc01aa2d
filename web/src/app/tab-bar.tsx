import { IconButton } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { ChevronDown, X } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
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

/** Does what the menu says with a tab, and goes where that leads. */
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

/** The opened pages under the navigation bar; arrow keys move among them, a middle click or Delete closes. */
export const TabBar = ({ isWhole }: { isWhole: boolean }) => {
  const { shell, frame } = useTexts()
  const { list, active } = useStore(store)
  const run = useActions()
  const bar = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<{ tab: number; left: number } | null>(null)
  const titleOf = (tab: Tab) => {
    const row = table.find(({ name }) => name === tab.name)
    return tab.title || (row ? shell.titles[row.meta.locale] : tab.fullPath)
  }

  useLayoutEffect(() => {
    const track = bar.current?.querySelector('ul')
    const current = track?.querySelector('li:has([aria-current])')
    if (track && current && track.scrollWidth > track.clientWidth)
      current.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [active, list.length])

  const openMenu = (tab: number, anchor: Element, edge: 'left' | 'right' = 'left') => {
    const { left, right } = anchor.getBoundingClientRect()
    setMenu({
      tab,
      left: (edge === 'left' ? left : right - tabMenuWidth) - (bar.current?.getBoundingClientRect().left ?? 0),
    })
  }
  const onKey = (tab: Tab) => (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      openMenu(tab.id, event.currentTarget)
      return
    }
    const links = [...(bar.current?.querySelectorAll<HTMLElement>('li > a') ?? [])]
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
  const onMiddle = (tab: Tab) => (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    run(tab.id, 'close')
  }

  // A page that was left has no menu open any more.
  useEffect(() => setMenu(null), [active])

  return (
    <nav ref={bar} className={`${styles.bar} ${isWhole ? styles.whole : ''} no-print`} aria-label={frame.tabs.label}>
      <ul>
        {list.map((tab, index) => (
          <li key={tab.id} className={tab.id === active ? styles.on : undefined}>
            <Link
              to={tab.fullPath}
              state={{ tab: true }}
              preventScrollReset
              title={titleOf(tab)}
              aria-current={tab.id === active ? 'page' : undefined}
              onKeyDown={onKey(tab)}
              onAuxClick={onMiddle(tab)}
              onContextMenu={(event) => {
                event.preventDefault()
                openMenu(tab.id, event.currentTarget)
              }}
            >
              {titleOf(tab)}
            </Link>
            {index > 0 && (
              <button
                type="button"
                aria-label={frame.tabs.closeOne(titleOf(tab))}
                title={frame.tabs.close}
                onClick={() => run(tab.id, 'close')}
              >
                <X size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      <IconButton
        className={styles.more}
        label={frame.tabs.menu}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget }) =>
          menu ? setMenu(null) : openMenu(active ?? list[0]?.id ?? 0, currentTarget, 'right')
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
              setMenu(null)
              run(menu.tab, action)
            }}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </nav>
  )
}
