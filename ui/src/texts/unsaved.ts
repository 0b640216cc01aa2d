/** What is said when a dialog stays open because something in it would be lost. */
export const unsavedTexts = {
  'zh-CN': '还没有保存。不要了，请按右上角的「×」',
  'en-US': 'Not saved yet. To give it up, press × at the top right.',
} as const
