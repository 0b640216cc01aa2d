import { WifiOff } from 'lucide-react'
import { Suspense } from 'react'
import { lazyDecoration } from './lazy-part.tsx'
import styles from './offline-banner.module.css'
import { useOnline } from './online.ts'
import { useUiTexts } from './ui-texts.ts'

// Shown when the network has just gone: what has not come by then cannot come.
const OfflineAge = lazyDecoration(() => import('./offline-age.tsx').then((module) => module.OfflineAge))

/** Says that the network is gone, that nothing is lost, and how old the shown data is. */
export const OfflineBanner = ({ className = '' }: { className?: string | undefined }) => {
  const texts = useUiTexts()
  const online = useOnline()
  return (
    <output className={online ? 'vh' : `${styles.banner} ${className} no-print`}>
      {!online && (
        <>
          <WifiOff size={18} aria-hidden />
          <span>
            {texts.offline}
            <Suspense>
              <OfflineAge />
            </Suspense>
          </span>
        </>
      )}
    </output>
  )
}
