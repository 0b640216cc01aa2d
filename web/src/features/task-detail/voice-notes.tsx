import { useLanguage } from '@tongchuang/ui/language.ts'
import { voiceTexts } from '@tongchuang/ui/texts/voice.ts'
import { VoicePlayer } from '@tongchuang/ui/voice-player.tsx'
import type { Feedback } from '../../queries/student-task.ts'
import styles from './voice-notes.module.css'

/** The teacher’s voice recordings, each with its transcript. */
export const VoiceNotes = ({ voices }: { voices: Feedback['voices'] }) => {
  const texts = voiceTexts[useLanguage()]
  return (
    <ul className={styles.voices} aria-label={texts.said}>
      {voices.map((voice, at) => (
        <li key={voice.id}>
          <VoicePlayer voice={voice} number={at + 1} of={voices.length} />
          {voice.text === '' ? (
            <p className={styles.none}>{texts.noWords}</p>
          ) : (
            <p className={styles.words}>
              <b>{texts.words}</b>
              {voice.text}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
