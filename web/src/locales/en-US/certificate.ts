import type { certificate as source } from '../zh-CN/certificate.ts'

export const certificate: typeof source = {
  title: 'Your certificate',
  paperTitle: 'Certificate of Excellence',
  toWorks: 'Go to the gallery',
  of: (title) => `Certificate for “${title}”`,
  print: 'Print',
  save: 'Save picture',
  saved: 'The certificate is saved as a picture',
  notSaved: 'This browser could not save a picture. Please print it instead',
  back: 'Back to the work',
  gone: 'There is no such certificate',
  goneHint:
    'Only works marked as excellent have one, once results are released, and only their author can open it. When the mark is taken back, the certificate is no longer valid.',
  to: '',
  sentence: (title, guild) => ['Your work ', `“${title}”`, ` in ${guild} was marked as `, 'excellent', '.'],
  reason: (words) => `“${words}”`,
  closing: 'Given in recognition of this work.',
  number: (school, number) => `${school} · No. ${number}`,
  numberLabel: 'Certificate number',
  numberHint: 'Your teachers can check it by its number, under “Check a certificate” on the admin site.',
  copy: 'Copy the number',
  copied: 'Number copied',
}
