import type { criteriaSets as zhCN } from '../zh-CN/criteria-sets.ts'

export const criteriaSets: typeof zhCN = {
  open: 'Saved criteria',
  none: 'No saved criteria yet. Once you have written some, keep them here and use them again.',
  hint: 'Using a set replaces the criteria here; the weights begin even.',
  use: 'Use',
  useOf: (title) => `Use “${title}”`,
  used: (title) => `“${title}” is in use, with even weights`,
  shared: 'Shared in this guild',
  levels: (n) => (n === 1 ? '1 with sentences for its levels' : `${n} with sentences for their levels`),
  rename: (title) => `Rename “${title}”`,
  remove: (title) => `Delete “${title}”`,
  removed: (title) => `“${title}” is deleted`,
  name: 'Name',
  nameOf: (title) => `New name of “${title}”`,
  save: 'Save',
  cancel: 'Cancel',
  keepTitle: 'Keep the criteria here as a set',
  keep: 'Keep',
  kept: 'Kept',
  share: 'Share with the staff of this guild',
}
