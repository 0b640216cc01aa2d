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
    void import('./shortcuts.ts').then(({ listenForShortcuts, shortcutsOn }) => {
      if (isOver) return
      const follow = () => {
        stopKeys()
        stopKeys = shortcutsOn.get() ? listenForShortcuts({ go: (path) => void navigate(path), help }) : () => {}
      }
      follow()
      stopWatch = shortcutsOn.subscribe(follow)
    })
    return () => {
      isOver = true
      stopKeys()
      stopWatch()
    }
  }, [isInside, navigate])
}
