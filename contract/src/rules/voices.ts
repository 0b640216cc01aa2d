/** The longest recording that a recorder makes, in seconds. */
export const maxVoiceSeconds = 120
/** The longest voice accepted, in seconds: a recorder stops shortly after it is told to. */
export const mostVoiceSeconds = maxVoiceSeconds + 3
/** The most voices of one result. */
export const maxVoices = 5
/** The largest size of one voice in bytes: two minutes as phones record them. */
export const maxVoiceBytes = 6 * 2 ** 20
/** The most values of a waveform, each 0–100. */
export const maxPeaks = 60

/** The file endings that a recorder may produce. */
export const voiceEndings = ['m4a', 'mp4', 'webm'] as const
