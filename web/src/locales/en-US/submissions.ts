import type { submissions as zhCN } from '../zh-CN/submissions.ts'

export const submissions = {
  submit: 'Hand in',
  savedAt: (time: string) => `Draft saved ${time}`,
  savedHere: 'Saved on this device only',
  saving: 'Saving',
  saveFailed: 'Saving failed, trying again',
  submitted: 'Submitted. Waiting for your teacher',
  withdraw: 'Withdraw',
} satisfies typeof zhCN
