import { IconButton } from '@tongchuang/ui/button.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { VoicePlayer } from '@tongchuang/ui/voice-player.tsx'
import { Trash2 } from 'lucide-react'
import { useTexts } from '../../../locales/texts.ts'
import type { Voices } from './use-voices.ts'
import type { Said } from './voice-saver.ts'
import styles from './voices.module.css'

/** A recording with its player and its text. */
export const VoiceRow = ({
  voice,
  voices,
  canSpeak,
  onRemoved,
}: {
  voice: Said
  voices: Voices
  canSpeak: boolean
  /** Called when the row disappears with its pressed button, to move the focus. */
  onRemoved: () => void
}) => {
  const { voices: texts } = useTexts()
  // Numbered among all recordings of the work, wherever they are listed.
  const [number, of] = [voices.list.indexOf(voice) + 1, voices.list.length]
  return (
    <>
      <div className={styles.sound}>
        {voice.file ? (
          <VoicePlayer voice={voice} number={number} of={of} />
        ) : (
          <p className={styles.note}>{texts.sending}</p>
        )}
        {canSpeak && (
          <IconButton
            label={texts.remove(number, of)}
            onClick={() => {
              voices.remove(voice.file_id)
              onRemoved()
            }}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {canSpeak ? (
        <TextArea
          label={texts.wordsOf(number, of)}
          hint={texts.wordsHint}
          rows={3}
          maxLength={2000}
          value={voice.text}
          onChange={({ target }) => voices.write(voice.file_id, target.value)}
        />
      ) : (
        <p className={styles.words}>{voice.text || texts.noWords}</p>
      )}
    </>
  )
}
