import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { useStore } from './store.ts'
import { hideToast, lasting, toastDuration, toasts, topLayer } from './toast.ts'
import type { Toast } from './toast.ts'
import styles from './toaster.module.css'
import { useUiTexts } from './ui-texts.ts'

const icons = { error: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info }

const ToastItem = ({ toast }: { toast: Toast }) => {
  const texts = useUiTexts()
  const [held, setHeld] = useState(false)
  const Icon = icons[toast.kind]

  useEffect(() => {
    if (held || toast.id === lasting) return
    const timer = setTimeout(() => hideToast(toast.id), toastDuration)
    return () => clearTimeout(timer)
  }, [held, toast.id])

  return (
    <div
      className={`${styles.toast} ${styles[toast.kind]}`}
      role={toast.kind === 'error' || toast.kind === 'warning' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden />
      <span>
        {toast.text}
        {toast.link && (
          <Link className={styles.link} to={toast.link.to} onClick={() => hideToast(toast.id)}>
            {toast.link.text}
          </Link>
        )}
      </span>
      <button type="button" className={styles.close} aria-label={texts.close} onClick={() => hideToast(toast.id)}>
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}

// A painted page contains no messages; one shown during the takeover appears right after it.
const nothing: readonly Toast[] = []
const unsaid = () => nothing

/** Where messages appear; once per site. */
export const Toaster = () => {
  const list = useStore(toasts, unsaid)
  const layer = useStore(topLayer)
  const shown = (
    <div className={`${styles.toaster} no-print`}>
      {list.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  )
  return layer ? createPortal(shown, layer) : shown
}
