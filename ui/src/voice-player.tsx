import type { Voice } from '@tongchuang/contract/voices.ts'
import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLanguage } from './language.ts'
import { isOnline } from './online.ts'
import { voiceTexts } from './texts/voice.ts'
import styles from './voice-player.module.css'
import { Waveform } from './waveform.tsx'

/** Seconds as minutes and seconds (0:42). */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Pauses all other players: one voice at a time. */
const quietOthers = (mine: HTMLAudioElement): void => {
  for (const one of document.querySelectorAll('audio')) if (one !== mine) one.pause()
}

type Said = Pick<Voice, 'seconds' | 'peaks'> & { file: NonNullable<Voice['file']> }

/** Plays a recording, which is loaded only when it is played. `name` distinguishes it from others. */
const Player = ({ voice: { file, seconds, peaks }, name }: { voice: Said; name: string }) => {
  const texts = voiceTexts[useLanguage()]
  const audio = useRef<HTMLAudioElement>(null)
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [isMute, setMute] = useState(false)
  // A link is made anew every quarter of an hour, and a new source would stop what is being listened to.
  const [url, setUrl] = useState(file.url)
  if (url !== file.url && !isPlaying && at === 0) setUrl(file.url)
  const press = () => {
    const sound = audio.current
    if (!sound) return
    if (!sound.paused) return sound.pause()
    quietOthers(sound)
    // What failed, for lack of a network or by an old link, is fetched anew.
    if (sound.error) sound.load()
    sound.play().catch((error: unknown) => {
      // Pausing before the start is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMute(isOnline())
    })
  }
  const Icon = isPlaying ? Pause : Play
  return (
    <>
      <div className={styles.player}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand beside it */}
        <audio
          ref={audio}
          src={url}
          preload="none"
          onPlay={() => setPlaying(true)}
          onPlaying={() => setMute(false)}
          onPause={() => setPlaying(false)}
          onEnded={() => setAt(0)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onError={() => {
            // A missing network is said by the banner, and is not the device's fault.
            setMute(isOnline())
            setPlaying(false)
            setAt(0)
          }}
        />
        <button
          type="button"
          className={styles.play}
          aria-label={(isPlaying ? texts.pause : texts.play)(name)}
          onClick={press}
        >
          <Icon size={18} aria-hidden />
        </button>
        <div className={styles.line}>
          <Waveform peaks={peaks} played={seconds === 0 ? 0 : at / seconds} className={styles.wave} />
          <input
            type="range"
            aria-label={texts.place(name)}
            aria-valuetext={texts.placeOf(clockOf(at), clockOf(seconds))}
            min={0}
            max={seconds}
            step={1}
            value={Math.min(at, seconds)}
            onChange={({ target }) => {
              if (!audio.current) return
              audio.current.currentTime = Number(target.value)
              setAt(Number(target.value))
            }}
          />
        </div>
        <span className={`${styles.time} num`}>
          {at > 0 ? `${clockOf(at)} / ${clockOf(seconds)}` : clockOf(seconds)}
        </span>
      </div>
      {isMute && (
        <output className={styles.mute}>
          {texts.notPlayed}{' '}
          <a className="link" href={file.url} download={file.name}>
            {texts.download}
          </a>
        </output>
      )}
    </>
  )
}

/** A recording to play, or a note that it is gone. It is recording `number` of `of`. */
export const VoicePlayer = ({
  voice,
  number,
  of,
}: {
  voice: Pick<Voice, 'seconds' | 'peaks' | 'file'>
  number: number
  of: number
}) => {
  const texts = voiceTexts[useLanguage()]
  const { file, seconds } = voice
  if (!file) return <p className={styles.mute}>{texts.gone}</p>
  const name = texts.one(number, of, texts.minutes(Math.floor(seconds / 60), Math.floor(seconds % 60)))
  return <Player voice={{ ...voice, file }} name={name} />
}
