import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Loads the shortcuts once the page is drawn and keeps them active while the student pages are open. */
export const useShortcuts = (isInside: boolean, onHelp: () => void): void => {
  const navigate = useNavigate()
  const help = useEffectEvent(onHelp)
  useEffect(() => {
    if (!isInside) return
    let isOver = false
    let stopKeys = () => {}
    let stopWatch = () => {}
    const begin = async () => {
      const { listenForShortcuts, shortcutsOn } = await import('./shortcuts.ts')
      if (isOver) return
      const follow = () => {
        stopKeys()
        stopKeys = shortcutsOn.get() ? listenForShortcuts({ go: (path) => void navigate(path), help }) : () => {}
      }
      follow()
      stopWatch = shortcutsOn.subscribe(follow)
    }
    // Without shortcuts everything can still be reached by links.
    void begin().catch(() => undefined)
    return () => {
      isOver = true
      stopKeys()
      stopWatch()
    }
  }, [isInside, navigate])
}
