/** What is said when a dialog stays open because something in it would be lost. */
export const unsavedTexts = {
  'zh-CN': '还没有保存，对话框先留着。不要了，请按标题旁边的「×」',
  'en-US': 'Not saved yet, so the dialog stays. To give it up, press × beside its title.',
} as const
