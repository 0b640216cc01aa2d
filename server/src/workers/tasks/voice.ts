import { mostVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import { readSoundOfMp4 } from './voice-mp4.ts'
import { readSoundOfWebm } from './voice-webm.ts'

/** A recording as it was uploaded. */
export type Spoken = { bytes: Uint8Array; mime: string }

/** What is heard, without notes; `no sound` for what is none, `too long` for more than may be said at once. */
export type Heard = { seconds: number; bytes: Uint8Array } | 'no sound' | 'too long'

/**
 * Measures a recording by its sound and takes out everything that is not heard. What its head says of itself is not
 * believed, and must not say more than there may be: players believe it.
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
