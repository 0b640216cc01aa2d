import type { refusedFile as zhCN } from '../zh-CN/refused-file.ts'

/** Why a file cannot be submitted, in the list of files, which is loaded once there is one. */
export const refusedFile: typeof zhCN = {
  heic: 'This is a HEIC photo, which other devices cannot open: export it as JPG, and set the camera to JPG (iPhone: “Most Compatible”)',
  type: (ending) =>
    `${ending ? `.${ending} files` : 'Files without an ending'} cannot be uploaded; pictures, PDF, Word, Excel, audio and video can`,
  size: (mb, max) => `It has ${mb} MB; the limit is ${max} MB. Make it smaller first`,
  empty: 'This file is empty; choose one with something in it',
  twice: 'This file is in the list already; remove that one first to put another in its place',
  noPicture: (name) => `“${name}” is not a picture that a text can show; it is among the files below`,
  count: (max) => `${max} at most; remove one, or put several into a zip file`,
}
