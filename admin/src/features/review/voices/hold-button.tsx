import { Button } from '@tongchuang/ui/button.tsx'
import { Mic, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../locales/texts.ts'
import type { MarkPlace } from '../area-pages.ts'
import type { Speaking } from './use-speaking.ts'

/** The button one holds while speaking, or presses to begin and once more to stop. */
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
  /** The mark that is spoken about; without one it is the work. */
  about?: MarkPlace | null
  label: string
  className: string | undefined
  children?: ReactNode
}) => {
  const { voices: texts } = useTexts()
  const { live } = speaking
  return (
    <Button
      className={className}
      busy={speaking.isAsking}
      blocked={!live && isFull}
      // What a keyboard presses has no pointer: it begins and ends.
      onClick={({ detail }) => detail === 0 && speaking.press(about)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        speaking.press(about)
      }}
      onPointerUp={speaking.letGo}
      onPointerCancel={speaking.letGo}
      onContextMenu={(event) => event.preventDefault()}
    >
      {live ? <Square size={14} fill="currentColor" aria-hidden /> : <Mic size={18} aria-hidden />}
      {live ? texts.stop : label}
      {children}
    </Button>
  )
}
