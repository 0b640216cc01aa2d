import { maxPeaks, maxVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { forgetRecording, keepRecording, type KeptRecording } from './kept-recordings.ts'

/** Why recording is impossible. */
export type Trouble = 'insecure' | 'unsupported' | 'refused' | 'absent' | 'busy'

/** Why a recording ended: stopped by the speaker, at two minutes, or because the microphone was taken away. */
export type Ending = 'stopped' | 'full' | 'taken'
export type Recorded = { recording: KeptRecording; seconds: number; ending: Ending }

// In order of preference: Safari and WeChat on an iPhone support AAC in MP4 best (docs/decisions/041).
const types = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/webm']
const tickMs = 100
const partMs = 1_000

const troubles: Readonly<Record<string, Trouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** The reason for a failed attempt to record. */
export const troubleOf = (error: unknown): Trouble =>
  error instanceof DOMException ? (troubles[error.name] ?? 'unsupported') : 'unsupported'

/** The reason known before the microphone is requested; null if there is none. */
export const troubleAhead = (): Trouble | null => {
  if (!globalThis.isSecureContext) return 'insecure'
  return typeof MediaRecorder === 'undefined' || !navigator.mediaDevices?.getUserMedia ? 'unsupported' : null
}

/** A file name with the extension of the recorded type. */
export const nameFor = (type: string): string => `voice.${type.startsWith('audio/mp4') ? 'm4a' : 'webm'}`

/** Reduces a waveform to the number of values that is stored, each the maximum of its part. */
export const peaksOf = (levels: readonly number[]): number[] => {
  const length = Math.min(maxPeaks, levels.length)
  return Array.from({ length }, (_, at) =>
    Math.round(
      Math.max(
        ...levels.slice(Math.floor((at * levels.length) / length), Math.floor(((at + 1) * levels.length) / length)),
      ),
    ),
  )
}

/** Measures the loudness, 0–100. */
const meterOf = (stream: MediaStream) => {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    level: (): number => {
      analyser.getByteTimeDomainData(samples)
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
      return Math.min(100, Math.round((loudest / 128) * 140))
    },
    close: () => void context.close().catch(() => undefined),
  }
}

export type Recording = {
  /** Ends the recording and returns it once all of it has been written. */
  stop: (ending?: Ending) => Promise<Recorded | null>
  /** Discards the recording. */
  cancel: () => void
  /** Resolves when the recording has ended for any reason; null if it was discarded. */
  ended: Promise<Recorded | null>
}

/**
 * Requests the microphone and records until stopped, for two minutes at most. Every second is stored on the device.
 * `onTick` receives the length and the loudness. Throws the errors of the browser.
 */
export const startRecording = async (
  of: string,
  onTick: (seconds: number, levels: readonly number[]) => void,
): Promise<Recording> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  })
  const release = () => stream.getTracks().forEach((track) => track.stop())
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
  let recorder: MediaRecorder
  let meter: ReturnType<typeof meterOf>
  try {
    recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 64_000 })
    meter = meterOf(stream)
  } catch (error) {
    release()
    throw error
  }
  const id = newKey()
  const parts: Blob[] = []
  const levels: number[] = []
  let resolve = (_recorded: Recorded | null): void => undefined
  const ended = new Promise<Recorded | null>((settle) => (resolve = settle))
  let ending: Ending | 'cancelled' | null = null
  let began = performance.now()
  const secondsNow = () => Math.min(maxVoiceSeconds, (performance.now() - began) / 1_000)
  const recording = (): KeptRecording => {
    const type = recorder.mimeType || mimeType || 'audio/webm'
    return { id, of, name: nameFor(type), type, parts: [...parts], peaks: peaksOf(levels) }
  }
  const end = (why: Ending | 'cancelled') => {
    ending ??= why
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const clock = setInterval(() => {
    levels.push(meter.level())
    onTick(secondsNow(), levels)
    if (secondsNow() >= maxVoiceSeconds) end('full')
  }, tickMs)
  recorder.addEventListener('start', () => {
    began = performance.now()
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0 || ending === 'cancelled') return
    parts.push(data)
    void keepRecording(recording())
  })
  recorder.addEventListener('stop', () => {
    const seconds = secondsNow()
    clearInterval(clock)
    meter.close()
    release()
    if (ending !== 'cancelled' && parts.length > 0)
      return resolve({ recording: recording(), seconds, ending: ending ?? 'taken' })
    void forgetRecording(id)
    resolve(null)
  })
  // A recorder ends when its tracks do, but some browsers do not report it.
  for (const track of stream.getTracks()) track.addEventListener('ended', () => end('taken'))
  recorder.addEventListener('error', () => end('taken'))
  recorder.start(partMs)
  return {
    stop: (why = 'stopped') => {
      end(why)
      return ended
    },
    cancel: () => end('cancelled'),
    ended,
  }
}
