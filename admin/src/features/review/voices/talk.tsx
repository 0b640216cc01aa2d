import { voiceEndings } from '@tongchuang/contract/rules/voices.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { clockOf } from '@tongchuang/ui/voice-player.tsx'
import { Waveform } from '@tongchuang/ui/waveform.tsx'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../../locales/texts.ts'
import type { ListedMark } from '../area-pages.ts'
import { HoldButton } from './hold-button.tsx'
import type { Speaking } from './use-speaking.ts'
import type { Voices } from './use-voices.ts'
import styles from './voices.module.css'

const accepted = voiceEndings.map((ending) => `.${ending}`).join(',')

/** Chooses a sound file instead of recording. */
const ChooseFile = ({ voices, onChosen }: { voices: Voices; onChosen: () => void }) => {
  const { voices: texts } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (!file) return
          onChosen()
          void voices.addFile(file)
        }}
      />
      <Button size="small" blocked={voices.isFull} onClick={() => input.current?.click()}>
        {texts.file}
      </Button>
    </>
  )
}

/** Explains why recording is impossible, what to do about it, and the alternative. */
const TroubleNote = ({ voices, speaking }: { voices: Voices; speaking: Speaking }) => {
  const { voices: texts } = useTexts()
  if (!speaking.trouble) return null
  const [title, text] = texts.trouble[speaking.trouble]
  return (
    <div className={styles.trouble} role="alert">
      <TriangleAlert size={18} aria-hidden />
      <p>
        <b>{title}</b> {text}
      </p>
      <ChooseFile voices={voices} onChosen={speaking.clearTrouble} />
    </div>
  )
}

/** The button to hold while speaking, and the state of the recording. */
export const Talk = ({
  voices,
  speaking,
  about = null,
}: {
  voices: Voices
  speaking: Speaking
  /** The mark it is about; if absent, it is about the work. */
  about?: ListedMark | null
}) => {
  const { voices: texts } = useTexts()
  const { live } = speaking
  return (
    <div className={styles.talk} data-live={live ? true : undefined} data-near-end={speaking.isNearEnd || undefined}>
      {live && (
        <>
          <p className={styles.clock}>
            <i aria-hidden />
            <b className="num">{clockOf(live.seconds)}</b>
            <small>{about ? texts.longestAbout(about.number) : texts.longest}</small>
          </p>
          <Waveform peaks={live.levels} played={0} className={styles.live} />
          <Button className={styles.discard} onClick={speaking.cancel}>
            {texts.cancel} <kbd>Esc</kbd>
          </Button>
        </>
      )}
      <HoldButton
        speaking={speaking}
        isFull={voices.isFull}
        about={about}
        label={about ? texts.talkAbout(about.number) : texts.talk}
        className={styles.hold}
      >
        <kbd>t</kbd>
      </HoldButton>
    </div>
  )
}

/** The recordings that have not arrived yet, and why. */
const Waiting = ({ voices: { waiting, sendAgain, giveUp } }: { voices: Voices }) => {
  const { voices: texts } = useTexts()
  if (waiting.count === 0) return null
  if (waiting.failure === null) return <p className={styles.note}>{texts.sending}</p>
  return (
    <div className={styles.trouble} role="alert">
      <TriangleAlert size={18} aria-hidden />
      <p>
        <b>{texts.notSent}</b> {waiting.failure}
      </p>
      <Button size="small" onClick={sendAgain}>
        {texts.sendAgain}
      </Button>
      <Button size="small" onClick={giveUp}>
        {texts.giveUp}
      </Button>
    </div>
  )
}

/** Problems with recording, and with sending recordings to the server. */
export const VoiceTroubles = ({ voices, speaking }: { voices: Voices; speaking: Speaking }) => (
  <>
    <Waiting voices={voices} />
    <TroubleNote voices={voices} speaking={speaking} />
  </>
)
