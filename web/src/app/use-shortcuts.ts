import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Brings the shortcuts once there is time for them, for as long as somebody is inside. */
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
    // Without them everything is still reached by its links.
    void begin().catch(() => undefined)
    return () => {
      isOver = true
      stopKeys()
      stopWatch()
    }
  }, [isInside, navigate])
}
