import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './picture-view.module.css'
import { useUiTexts } from './ui-texts.ts'

const steps = [1, 1.5, 2, 3, 4]

/** A picture that fits its box and can be enlarged by buttons, + and -, or a double press; enlarged, it scrolls. */
export const PictureView = ({ src, alt, onError }: { src: string; alt: string; onError?: () => void }) => {
  const texts = useUiTexts()
  const [step, setStep] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const scale = steps[step] ?? 1

  const zoom = (to: number) => {
    const next = Math.max(0, Math.min(steps.length - 1, to))
    const element = box.current
    if (next === step || !element) return
    const [x, y] = [
      (element.scrollLeft + element.clientWidth / 2) / scale,
      (element.scrollTop + element.clientHeight / 2) / scale,
    ]
    setStep(next)
    // The center of the view stays in the center, once the new size is laid out.
    const grown = steps[next] ?? 1
    requestAnimationFrame(() =>
      element.scrollTo(x * grown - element.clientWidth / 2, y * grown - element.clientHeight / 2),
    )
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))
    )
      return
    if (event.key === '+' || event.key === '=') zoom(step + 1)
    else if (event.key === '-') zoom(step - 1)
    else return
    event.preventDefault()
  })
  // Listens on the document, because the keys work wherever the focus is.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div className={styles.view}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an enlarged picture scrolls with the keyboard */}
      <div ref={box} className={styles.box} tabIndex={step > 0 ? 0 : undefined} data-zoomed={step > 0 || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the double press has twins in the buttons */}
        <img
          src={src}
          alt={alt}
          style={{ '--zoom': scale }}
          onDoubleClick={() => zoom(step > 0 ? 0 : 2)}
          onError={onError}
        />
      </div>
      <div className={`${styles.tools} no-print`}>
        <IconButton label={texts.zoomOut} disabled={step === 0} onClick={() => zoom(step - 1)}>
          <ZoomOut size={20} aria-hidden />
        </IconButton>
        <IconButton label={texts.zoomIn} disabled={step === steps.length - 1} onClick={() => zoom(step + 1)}>
          <ZoomIn size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
