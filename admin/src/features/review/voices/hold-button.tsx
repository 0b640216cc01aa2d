import { Button } from '@tongchuang/ui/button.tsx'
import { Mic, Square } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTexts } from '../../../locales/texts.ts'
import type { MarkPlace } from '../area-pages.ts'
import type { Speaking } from './use-speaking.ts'

/** The distance in pixels by which a finger must move up to discard the recording. */
const awayPixels = 80

/**
 * The record button: held while speaking, or pressed to begin and again to stop. Releasing it far above discards the
 * recording.
 */
export const HoldButton = ({
  speaking,
  isFull,
  about = null,
  label,
  className,
  children,
}: {
  speaking: Speaking
  isFull: boolean
  /** The mark the recording is about; if absent, it is about the work. */
  about?: MarkPlace | null
  label: string
  className: string | undefined
  children?: ReactNode
}) => {
  const { voices: texts } = useTexts()
  const { live } = speaking
  const from = useRef(0)
  return (
    <Button
      className={className}
      busy={speaking.isAsking}
      blocked={!live && isFull}
      // A press by keyboard has no pointer events, so it begins or ends the recording.
      onClick={({ detail }) => detail === 0 && speaking.press(about)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = event.clientY
        speaking.press(about)
      }}
      onPointerUp={({ clientY }) =>
        live && from.current - clientY > awayPixels ? speaking.cancel() : speaking.letGo()
      }
      onPointerCancel={speaking.letGo}
      onContextMenu={(event) => event.preventDefault()}
    >
      {live ? <Square size={14} fill="currentColor" aria-hidden /> : <Mic size={18} aria-hidden />}
      {live ? texts.stop : label}
      {children}
    </Button>
  )
}
