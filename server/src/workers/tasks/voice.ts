import { mostVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import { readSoundOfMp4 } from './voice-mp4.ts'
import { readSoundOfWebm } from './voice-webm.ts'

/** A recording as it was uploaded. */
export type Spoken = { bytes: Uint8Array; mime: string }

/** The sound without metadata; `no sound` for an invalid recording, `too long` beyond the limit of one voice. */
export type Heard = { seconds: number; bytes: Uint8Array } | 'no sound' | 'too long'

/**
 * Measures a recording by its sound and removes everything that is not heard. The duration in its head is not trusted,
 * and must not exceed the limit either, since players trust it.
 */
export const readVoice = ({ bytes, mime }: Spoken): Heard => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const sound = mime === 'audio/webm' ? readSoundOfWebm(given) : readSoundOfMp4(given)
    if (!(sound.seconds > 0)) return 'no sound'
    return sound.seconds > mostVoiceSeconds ? 'too long' : sound
  } catch {
    return 'no sound'
  }
}
