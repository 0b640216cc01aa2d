import type { voices as zhCN } from '../zh-CN/voices.ts'

export const voices: typeof zhCN = {
  title: 'Say it',
  count: (n) => (n === 1 ? '1 recording' : `${n} recordings`),
  hint: 'Hold to speak, let go to save; or press once to begin and once more to stop. Two minutes each; remove one to record it anew.',
  notSaved: 'A recording has not arrived yet. Try again in a moment',
  full: 'At most 5 for a work',
  talk: 'Hold to speak',
  talkAbout: (n) => `Hold to talk about ${n}`,
  stop: 'Stop and save',
  cancel: 'Discard',
  longest: '2:00 at most',
  begun: 'Recording',
  tenLeft: '10 seconds left',
  kept: (seconds) => `Recorded, ${seconds} s`,
  fullTime: 'Two minutes are over: stopped and saved',
  taken: (seconds) => `The microphone was taken away. The ${seconds} s before that are kept`,
  tooShort: 'Too short, nothing was recorded. Hold while you speak, or press once to begin',
  wordsOf: (n, of) => (of === 1 ? 'In words (optional)' : `Recording ${n} in words (optional)`),
  wordsHint: 'Students who cannot hear it read this.',
  noWords: 'Not in words',
  remove: (n, of) => (of === 1 ? 'Remove this recording' : `Remove recording ${n}`),
  sending: 'Saving the recording',
  notSent: 'The recording has not arrived yet; it is kept on this device',
  sendAgain: 'Send again',
  giveUp: 'Discard it',
  file: 'Choose a sound file',
  trouble: {
    refused: [
      'The microphone is not allowed',
      'Allow it at the left of the address bar and try again, or choose a sound file (m4a, mp4, webm, 2 minutes at most).',
    ],
    absent: [
      'There is no microphone',
      'Connect one and try again, or choose a sound file (m4a, mp4, webm, 2 minutes at most).',
    ],
    busy: [
      'Another app has the microphone',
      'Close that app and try again, or choose a sound file (m4a, mp4, webm, 2 minutes at most).',
    ],
    unsupported: [
      'This browser cannot record',
      'Use another browser, or choose a sound file (m4a, mp4, webm, 2 minutes at most).',
    ],
    insecure: [
      'This address has no https, so the browser does not record',
      'Ask an administrator for https, or choose a sound file (m4a, mp4, webm, 2 minutes at most).',
    ],
  },
  takeBack: 'Take recordings back',
  takeBackOne: (n, words) => `Recording ${n}: ${words}`,
}
