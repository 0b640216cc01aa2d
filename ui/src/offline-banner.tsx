import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './offline-banner.module.css'
import { useUiTexts } from './ui-texts.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the network is gone and that nothing is lost by it. */
export const OfflineBanner = () => {
  const texts = useUiTexts()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className={online ? 'vh' : `${styles.banner} no-print`}>
      {!online && (
        <>
          <WifiOff size={18} aria-hidden />
          {texts.offline}
        </>
      )}
    </output>
  )
}
